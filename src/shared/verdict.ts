import type { Incident } from '../../contract/shapes/incident.ts';
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
  const open = (incidents ?? []).filter(({ endedAt }) => endedAt === null);
  const judged = connections.map((connection) => judge(connection, open));
  const namesOf = (wanted: Judged['as']) =>
    judged.filter(({ as }) => as === wanted).map(({ name }) => name);
  const [up, slow, down, maintenance] = STATES.map(namesOf) as [
    string[],
    string[],
    string[],
    string[],
  ];
  const known = up.length + slow.length + down.length + maintenance.length;
  if (known === 0) return unknown('This server does not know their states.');
  const reachable = judged.filter(({ isReachable }) => isReachable).length;
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
  const found = { detail, sentence, down, slow, maintenance };
  if (down.length > 0 && down.length + maintenance.length === connections.length)
    return { state: 'down', badge: 'Mesh down', color: 'red', ...found };
  if (trouble) return { state: 'degraded', badge: 'Mesh Active', color: 'yellow', ...found };
  return { state: 'active', badge: 'Mesh Active', color: 'green', ...found };
}

const STATES = ['connected', 'warning', 'error', 'maintenance'] as const;

interface Judged {
  readonly as: string;
  readonly name: string;
  readonly isReachable: boolean;
}

/** What a platform counts as: one in a drill is down, one in maintenance no trouble. */
function judge(
  { id, name, status }: Pick<Connection, 'id' | 'name' | 'status'>,
  open: readonly Incident[],
): Judged {
  const incidents = open.filter(({ platform }) => platform === id);
  if (incidents.some(({ drillUntil }) => drillUntil !== null))
    return { as: 'error', name: `DRILL ${name}`, isReachable: false };
  const isReachable = status === 'connected' || status === 'warning';
  const isPlanned = status !== 'connected' && incidents.some(({ planned }) => planned);
  return { as: isPlanned ? 'maintenance' : status, name, isReachable };
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
