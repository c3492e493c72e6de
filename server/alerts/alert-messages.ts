import type { PushKind, Severity } from '../../contract/limits.ts';
import type { PushMessage } from '../../contract/shapes/push.ts';
import type { Alert } from './alert-reader.ts';

/** The text of an alert: short enough for a locked screen, and still true when it is read later. */
export interface AlertMessage extends Omit<PushMessage, 'id'> {
  readonly kind: PushKind;
  readonly severity: Severity;
}

/** Up to this many platforms get a message each; more share one. */
const SEPARATE_MAX = 3;
const NAMED_MAX = 3;
const MINUTE_MS = 60_000;

export interface AlertContext {
  /** Epoch milliseconds of the change. */
  readonly at: number;
  readonly nameOfBundle: (id: string) => Promise<string>;
  /** Name of the platform with this domain. */
  readonly nameOfPeer: (domain: string) => string;
}

export async function messagesOf(alert: Alert, context: AlertContext): Promise<AlertMessage[]> {
  const { at } = context;
  switch (alert.kind) {
    case 'proof':
      return [proofFailed(context.nameOfPeer(alert.peer), alert.peer, at)];
    case 'deploy':
      return [deployFailed(await context.nameOfBundle(alert.bundle), alert, at)];
    case 'validation':
      return [validationFailed(alert, at)];
  }
}

/** A platform that has gone down, or is back. */
export interface PlatformAlert {
  readonly name: string;
  readonly domain: string;
  /** Id of its incident. */
  readonly incident: number;
  /** How long a platform that is back was not connected; null while it is down. */
  readonly downMs: number | null;
}

/** @param platforms that went down, or came back, at the same time */
export function platformMessages(
  kind: 'down' | 'back',
  platforms: readonly PlatformAlert[],
  at: number,
): AlertMessage[] {
  if (platforms.length > SEPARATE_MAX) return [manyPlatforms(kind, platforms, at)];
  return platforms.map((platform) => onePlatform(kind, platform, at));
}

export const INCIDENTS_LINK = '/incidents';
export const incidentLink = (id: number) => `${INCIDENTS_LINK}/${id}`;

const PLATFORM_SEVERITY = { down: 'error', back: 'success' } as const;

function onePlatform(
  kind: 'down' | 'back',
  { name, domain, incident, downMs }: PlatformAlert,
  at: number,
): AlertMessage {
  const message =
    kind === 'down'
      ? {
          title: `${name} is down`,
          text: `${domain} does not answer, or its answers cannot be trusted.`,
        }
      : { title: `${name} is back`, text: `${domain} answers again${after(downMs)}.` };
  const severity = PLATFORM_SEVERITY[kind];
  const url = incidentLink(incident);
  return { kind, severity, ...message, tag: url, url, at };
}

function manyPlatforms(
  kind: 'down' | 'back',
  platforms: readonly PlatformAlert[],
  at: number,
): AlertMessage {
  const named = platforms.slice(0, NAMED_MAX).map(({ name }) => name);
  const text = `${named.join(', ')} and ${platforms.length - named.length} more.`;
  const title = `${platforms.length} platforms are ${kind}`;
  const severity = PLATFORM_SEVERITY[kind];
  return { kind, severity, title, text, tag: INCIDENTS_LINK, url: INCIDENTS_LINK, at };
}

const proofFailed = (name: string, peer: string, at: number): AlertMessage => ({
  kind: 'proof',
  severity: 'error',
  title: `${name} failed its proof`,
  text: `${peer} did not prove itself in time.`,
  tag: `proof:${peer}`,
  url: '/admin/route66-proof',
  at,
});

function deployFailed(
  name: string,
  { bundle, taken, targets }: Extract<Alert, { kind: 'deploy' }>,
  at: number,
): AlertMessage {
  const platforms = targets === 1 ? 'platform' : 'platforms';
  return {
    kind: 'deploy',
    severity: taken === 0 ? 'error' : 'warning',
    title: taken === 0 ? 'Deployment failed' : 'Deployment incomplete',
    text: `${name} reached ${taken} of ${targets} ${platforms}.`,
    tag: `deploy:${bundle}`,
    url: bundleLink(bundle),
    at,
  };
}

const validationFailed = (
  { bundle, name, problem }: Extract<Alert, { kind: 'validation' }>,
  at: number,
): AlertMessage => ({
  kind: 'validation',
  severity: 'error',
  title: 'Validation failed',
  text: problem === undefined ? `${name} was refused.` : `${name}: ${problem}`,
  tag: `validation:${bundle}`,
  url: bundleLink(bundle),
  at,
});

const bundleLink = (id: string) => `/dashboard?bundle=${encodeURIComponent(id)}`;

function after(downMs: number | null): string {
  if (downMs === null || downMs < MINUTE_MS) return '';
  const minutes = Math.round(downMs / MINUTE_MS);
  return minutes < 120 ? ` after ${minutes} min` : ` after ${Math.round(minutes / 60)} h`;
}
