/**
 * Which addresses a subscription may name. Whoever is signed in names one, and this server then sends to it:
 * so it must be a push service of a browser's maker, or one that the configuration names, and nothing else.
 */

/** Each with every name under it. Where browsers subscribe: Chrome, Edge, Firefox, Safari and their kin. */
const SERVICES = [
  'fcm.googleapis.com',
  'notify.windows.com',
  'push.services.mozilla.com',
  'push.apple.com',
];

/**
 * @param more names that the configuration adds
 * @returns whether messages may be sent to this endpoint
 */
export function isPushService(endpoint: string, more: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false;
  return [...SERVICES, ...more].some((name) => hostname === name || hostname.endsWith(`.${name}`));
}
