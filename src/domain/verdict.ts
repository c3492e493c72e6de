import type { Incident } from '../../contract/shapes/incident.ts';
import type { Connection } from '../../contract/shapes/mesh.ts';
import type { Age } from '../shared/model.ts';

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
  /** How many platforms answer, those in a drill left out; undefined while that is not known. */
  readonly reachable?: number;
  /** The same as a sentence, with names. */
  readonly sentence: string;
  /** Names of the platforms that do not answer, in the mesh's order; 'DRILL Archive' of one that only pretends to. */
  readonly down: readonly string[];
  /** Names of those that answer late. */
  readonly slow: readonly string[];
  /** Names of those that are down or slow in a maintenance window: no trouble. */
  readonly maintenance: readonly string[];
}

/**
 * The one verdict about the mesh. It needs fresh proof: what is older is not known, whatever it was.
 *
 * @param age of the connections; pass 'unknown' while this screen has no live connection
 * @param incidents the open ones say what is a drill and what is planned; undefined: this server has none
 */
export function meshVerdict(
  connections: readonly Pick<Connection, 'id' | 'name' | 'status'>[] | undefined,
  age: Age,
  incidents?: readonly Incident[],
): MeshVerdict {
  if (!connections || age !== 'fresh') return unknown('Unknown while disconnected.');
  if (connections.length === 0) return unknown('This server names no platforms.');
  const judged = judgePlatforms(connections, incidents);
  const namesOf = (...wanted: string[]) =>
    judged
      .filter(({ status }) => wanted.includes(status))
      .map(({ name, status }) => (status === 'drill' ? `DRILL ${name}` : name));
  const up = namesOf('connected');
  const slow = namesOf('warning');
  const down = namesOf('error', 'drill');
  const maintenance = namesOf('maintenance');
  const known = up.length + slow.length + down.length + maintenance.length;
  if (known === 0) return unknown('This server does not know their states.');
  const reachable = connections.filter(
    ({ status }, i) => REACHABLE.includes(status) && judged[i]?.status !== 'drill',
  ).length;
  const listed = (word: string, names: readonly string[]) =>
    names.length > 0 && `${word}: ${names.join(', ')}.`;
  const sentence = [
    `${reachable} of ${connections.length} platforms reachable.`,
    listed('Down', down),
    listed('Slow', slow),
    listed('Maintenance', maintenance),
  ]
    .filter(Boolean)
    .join(' ');
  const trouble = [down.length && `${down.length} down`, slow.length && `${slow.length} slow`]
    .filter(Boolean)
    .join(', ');
  const detail = trouble || (maintenance.length > 0 ? `${maintenance.length} in maintenance` : '');
  const found = { detail, reachable, sentence, down, slow, maintenance };
  if (down.length > 0 && down.length + maintenance.length === connections.length)
    return { state: 'down', badge: 'Mesh down', color: 'red', ...found };
  if (trouble) return { state: 'degraded', badge: 'Mesh Active', color: 'yellow', ...found };
  return { state: 'active', badge: 'Mesh Active', color: 'green', ...found };
}

/**
 * What the platforms count as, on every screen: one that is down or slow in maintenance has the status `maintenance`
 * and is no trouble; one in a drill has `drill` since the drill began, and counts as down.
 */
export function judgePlatforms<Platform extends Pick<Connection, 'id' | 'status'>>(
  platforms: readonly Platform[],
  incidents: readonly Incident[] = [],
): Platform[] {
  return platforms.map((one) => {
    const open = incidents.filter(
      ({ platform, endedAt }) => platform === one.id && endedAt === null,
    );
    const drill = open.find(({ drillUntil }) => drillUntil !== null);
    if (drill) return { ...one, status: 'drill', since: drill.startedAt };
    const isPlanned = one.status !== 'connected' && open.some(({ planned }) => planned);
    return isPlanned ? { ...one, status: 'maintenance' } : one;
  });
}

function unknown(sentence: string): MeshVerdict {
  const nothing = { down: [], slow: [], maintenance: [] };
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

const REACHABLE = ['connected', 'warning'];
const RANKS: Readonly<Record<string, number>> = { drill: 0, error: 0, warning: 1, connected: 3 };
const RANK_UNKNOWN = 2;

/** @returns the platforms with those that are down, then slow, then unknown ones before the others */
export function problemsFirst(connections: readonly Connection[]): Connection[] {
  const rank = ({ status }: Connection) =>
    Object.hasOwn(RANKS, status) ? (RANKS[status] ?? RANK_UNKNOWN) : RANK_UNKNOWN;
  return [...connections].sort((a, b) => rank(a) - rank(b));
}

/** @returns the latency of the last probe; null when that was not answered, whatever it was before */
export function currentLatency({ status, latencyMs }: Connection): number | null {
  return REACHABLE.includes(status) ? latencyMs : null;
}
