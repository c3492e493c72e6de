import type { Connection } from '../../contract/shapes/mesh.ts';
import type { Age } from './model.ts';

/** What may be said of the mesh as a whole, the same on badge, tab, sidebar and walls. */
export interface MeshVerdict {
  /**
   * active: every platform answers in time; degraded: some do not; down: none answers; unknown: there is no fresh
   * proof of any.
   */
  readonly state: 'active' | 'degraded' | 'down' | 'unknown';
  /** The specification's words, except where no platform answers. */
  readonly badge: 'Mesh Active' | 'Mesh down';
  /** Stands beside the badge: '1 down', '1 down, 2 slow', 'unknown'; '' when there is nothing to add. */
  readonly detail: string;
  readonly color: 'green' | 'yellow' | 'red' | 'gray';
  /** The same as a sentence, with names. */
  readonly sentence: string;
  /** Names of the platforms that do not answer, in the mesh's order. */
  readonly down: readonly string[];
  /** Names of those that answer late. */
  readonly slow: readonly string[];
}

/**
 * The one verdict about the mesh. It needs fresh proof: what is older is not known, whatever it was.
 *
 * @param age of the connections; pass 'unknown' while this screen has no live connection
 */
export function meshVerdict(
  connections: readonly Pick<Connection, 'name' | 'status'>[] | undefined,
  age: Age,
): MeshVerdict {
  if (!connections || age !== 'fresh') return unknown('Unknown while disconnected.');
  if (connections.length === 0) return unknown('This server names no platforms.');
  const namesOf = (wanted: string) =>
    connections.filter(({ status }) => status === wanted).map(({ name }) => name);
  const [up, slow, down] = [namesOf('connected'), namesOf('warning'), namesOf('error')];
  const answering = up.length + slow.length;
  if (answering + down.length === 0) return unknown('This server does not know their states.');
  const sentence = [
    `${answering} of ${connections.length} platforms reachable.`,
    down.length > 0 && `Down: ${down.join(', ')}.`,
    slow.length > 0 && `Slow: ${slow.join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ');
  const detail = [down.length && `${down.length} down`, slow.length && `${slow.length} slow`]
    .filter(Boolean)
    .join(', ');
  const found = { detail, sentence, down, slow };
  if (down.length === connections.length)
    return { state: 'down', badge: 'Mesh down', color: 'red', ...found };
  if (detail) return { state: 'degraded', badge: 'Mesh Active', color: 'yellow', ...found };
  return { state: 'active', badge: 'Mesh Active', color: 'green', ...found };
}

function unknown(sentence: string): MeshVerdict {
  const nothing = { down: [], slow: [] };
  return {
    state: 'unknown',
    badge: 'Mesh Active',
    detail: 'unknown',
    color: 'gray',
    sentence,
    ...nothing,
  };
}

/** @returns what the browser's tab says before the page's title, such as '(1) Archive down'; '' when nothing is down */
export function verdictTitle({ down }: MeshVerdict): string {
  if (down.length === 0) return '';
  const [first, ...others] = down;
  return others.length === 0
    ? `(1) ${first} down`
    : `(${down.length}) ${first} and ${others.length} more down`;
}

const RANKS: Readonly<Record<string, number>> = { error: 0, warning: 1, connected: 3 };
const RANK_UNKNOWN = 2;

/** @returns the platforms with those that are down, then slow, then unknown ones before the others */
export function problemsFirst(connections: readonly Connection[]): Connection[] {
  const rank = ({ status }: Connection) =>
    Object.hasOwn(RANKS, status) ? (RANKS[status] ?? RANK_UNKNOWN) : RANK_UNKNOWN;
  return [...connections].sort((a, b) => rank(a) - rank(b));
}

/** @returns the latency of the last probe; null when that was not answered, whatever it was before */
export function currentLatency({ status, latencyMs }: Connection): number | null {
  return status === 'connected' || status === 'warning' ? latencyMs : null;
}
