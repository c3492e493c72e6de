import type { AlertMessage } from '../notifications/alert-message.ts';

/** Up to this many platforms get a message each; more share one. */
const SEPARATE_MAX = 3;
const NAMED_MAX = 3;
const MINUTE_MS = 60_000;

/** A platform that has gone down, or is back. */
export interface PlatformAlert {
  readonly name: string;
  readonly domain: string;
  /** Id of its incident. */
  readonly incident: number;
  /** This node itself: why it is cut off. */
  readonly cutOff?: string | null;
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
export const MESH_LINK = '/mesh-network';
export const platformLink = (id: string) => `${MESH_LINK}/${id}`;

const PLATFORM_SEVERITY = { down: 'error', back: 'success' } as const;

function onePlatform(
  kind: 'down' | 'back',
  { name, domain, incident, downMs, cutOff }: PlatformAlert,
  at: number,
): AlertMessage {
  const message =
    kind === 'down'
      ? {
          title: `${name} is ${cutOff ? 'cut off' : 'down'}`,
          text: cutOff
            ? `This node reaches too few others to know how they are: ${cutOff}.`
            : `${domain} does not answer, or its answers cannot be trusted.`,
        }
      : {
          title: `${name} is back`,
          text: `${cutOff ? 'This node reaches most of the mesh' : `${domain} answers`} again${after(downMs)}.`,
        };
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

function after(downMs: number | null): string {
  if (downMs === null || downMs < MINUTE_MS) return '';
  const minutes = Math.round(downMs / MINUTE_MS);
  return minutes < 120 ? ` after ${minutes} min` : ` after ${Math.round(minutes / 60)} h`;
}
