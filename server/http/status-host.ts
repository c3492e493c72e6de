import { STATUS_PATH } from '../../contract/pages.ts';

const DOCUMENT = /^\/(?:feed\.atom|summary\.json|badge\.svg)?(?=\?|$)/;
const NOWHERE = `${STATUS_PATH}/-`;

/**
 * Under the host name of the status page nothing but its documents answers.
 *
 * @param statusHost null: it has none
 * @param host header of the request
 * @returns the address that answers
 */
export function statusAddress(
  statusHost: string | null,
  host: string | undefined,
  url: string,
): string {
  if (statusHost === null || host?.replace(/:\d+$/, '').toLowerCase() !== statusHost) return url;
  return DOCUMENT.test(url) ? `${STATUS_PATH}${url.replace(/^\/(?=\?|$)/, '')}` : NOWHERE;
}
