import type { Incident } from '../../contract/shapes/incident.ts';
import type { Maintenance } from '../../contract/shapes/maintenance.ts';
import type { Connection } from '../../contract/shapes/mesh.ts';
import type { Age } from '../shared/model.ts';
import { maintenanceEnd } from './open-incidents.ts';
import { platformNames } from './platform-name.ts';

/** What may be said of the mesh as a whole, the same on badge, tab, sidebar and walls. */
export interface MeshVerdict {
  /**
   * active: every platform answers in time; degraded: some do not; down: none answers; unknown: there is no fresh
   * proof of any.
   */
  readonly state: 'active' | 'degraded' | 'down' | 'unknown';
  /** The specification's words, except where no platform answers. */
  readonly badge: 'Mesh Active' | 'Mesh down';
  /** Stands beside the badge: '1 down', '1 down, 2 slow', 'no platforms', 'unknown'; '' when there is nothing to add. */
  readonly detail: string;
  /** red: something is really down, not planned, and nobody is on it; blue: nothing is wrong but what is planned. */
  readonly color: 'green' | 'yellow' | 'red' | 'blue' | 'gray';
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
 * @param incidents the open ones say what is a drill, what is planned, and who is on it; undefined: this server has none
 * @param windows the maintenance windows that are open now
 */
export function meshVerdict(
  connections: readonly Measured[] | undefined,
  age: Age,
  incidents?: readonly Incident[],
  windows?: readonly OpenWindow[],
): MeshVerdict {
  if (!connections || age !== 'fresh') return unknown('Unknown while disconnected.');
  if (connections.length === 0) return unknown('No platforms yet.', 'no platforms');
  const judged = judgePlatforms(connections, incidents, windows);
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
  const sentence = [
    `${reachable} of ${connections.length} platforms reachable.`,
    listed('Down', down),
    listed('Slow', slow),
    listed('Maintenance', maintenance),
  ].join('');
  const isUrgent = isSomethingUrgent(judged, incidents);
  const found = { reachable, sentence, down, slow, maintenance };
  const size = judged.filter(({ status }) => !['paused', 'affected'].includes(status)).length;
  return { ...found, ...verdictOf(found, size, isUrgent) };
}

function verdictOf(
  { down, slow, maintenance }: Pick<MeshVerdict, 'down' | 'slow' | 'maintenance'>,
  size: number,
  isUrgent: boolean,
): Pick<MeshVerdict, 'state' | 'badge' | 'detail' | 'color'> {
  const detail = [down.length && `${down.length} down`, slow.length && `${slow.length} slow`]
    .filter(Boolean)
    .join(', ');
  const color = isUrgent ? 'red' : 'yellow';
  if (down.length > 0 && down.length + maintenance.length === size)
    return { state: 'down', badge: 'Mesh down', detail, color };
  if (detail) return { state: 'degraded', badge: 'Mesh Active', detail, color };
  const planned = { detail: `${maintenance.length} in maintenance`, color: 'blue' } as const;
  const calm = maintenance.length > 0 ? planned : ({ detail, color: 'green' } as const);
  return { state: 'active', badge: 'Mesh Active', ...calm };
}

const listed = (word: string, names: readonly string[]): string =>
  names.length > 0 ? ` ${word}: ${names.join(', ')}.` : '';

/** Whether a platform is really down, not planned, and nobody is on it. */
function isSomethingUrgent(
  judged: readonly Pick<Connection, 'id' | 'status'>[],
  incidents: readonly Incident[] = [],
): boolean {
  const taken = incidents.filter((one) => one.endedAt === null && one.acknowledgement !== null);
  return judged.some(
    ({ id, status }) => status === 'error' && taken.every(({ platform }) => platform !== id),
  );
}

type OpenWindow = Pick<Maintenance, 'platforms' | 'endsAt'>;

/** A platform by what it counts as. */
export type Judged<Platform> = Platform & {
  /** Epoch milliseconds at which the maintenance ends that it is in. */
  readonly maintenanceUntil?: number;
  /** Name of the platform because of which it is down or slow. */
  readonly cause?: string;
};

type Measured = Pick<Connection, 'id' | 'name' | 'status' | 'paused' | 'because'>;

/**
 * What the platforms count as, on every screen: one that is down or slow in maintenance has the status `maintenance`
 * and is no trouble, as is one with `affected`, because of another; one in a drill has `drill` since the drill began, and counts as down; a paused one has `paused`.
 *
 * @param windows the maintenance windows that are open now
 */
export function judgePlatforms<Platform extends Measured>(
  platforms: readonly Platform[],
  incidents: readonly Incident[] = [],
  windows: readonly OpenWindow[] = [],
): Judged<Platform>[] {
  return platforms.map((one) => {
    const open = incidents.filter(
      ({ platform, endedAt }) => platform === one.id && endedAt === null,
    );
    const drill = open.find(({ drillUntil }) => drillUntil !== null);
    if (drill) return { ...one, status: 'drill', since: drill.startedAt };
    if (one.paused) return { ...one, status: 'paused' };
    if (one.because)
      return { ...one, status: 'affected', cause: platformNames([one.because], platforms) };
    const end = maintenanceEnd(one.id, windows);
    const isPlanned =
      one.status !== 'connected' && (end !== undefined || open.some(({ planned }) => planned));
    const status = isPlanned ? 'maintenance' : one.status;
    return { ...one, status, ...(end !== undefined && { maintenanceUntil: end }) };
  });
}

function unknown(sentence: string, detail = 'unknown'): MeshVerdict {
  const nothing = { down: [], slow: [], maintenance: [] };
  return {
    state: 'unknown',
    badge: 'Mesh Active',
    detail,
    color: 'gray',
    sentence,
    ...nothing,
  };
}

/**
 * @returns what the browser's tab says before the page's title: '(1) Archive down', or 'Forge in maintenance' when nothing
 * is down; '' when neither is
 */
export function verdictTitle({ down, maintenance }: MeshVerdict): string {
  const [first, ...others] = down;
  if (first === undefined) {
    const [planned, ...more] = maintenance;
    if (planned === undefined) return '';
    return `${more.length === 0 ? planned : maintenance.length} in maintenance`;
  }
  return others.length === 0
    ? `(1) ${first} down`
    : `(${down.length}) ${first} and ${others.length} more down`;
}

const REACHABLE = ['connected', 'warning'];
const RANKS: Readonly<Record<string, number>> = {
  error: 0,
  drill: 1,
  warning: 2,
  maintenance: 4,
  affected: 4,
  connected: 5,
  paused: 6,
};
const RANK_UNKNOWN = 3;

/** @returns the platforms with those that are down, then slow, unknown and in maintenance before the others */
export function problemsFirst<Platform extends Pick<Connection, 'status'>>(
  platforms: readonly Platform[],
): Platform[] {
  const rank = ({ status }: Platform) =>
    Object.hasOwn(RANKS, status) ? (RANKS[status] ?? RANK_UNKNOWN) : RANK_UNKNOWN;
  return [...platforms].sort((a, b) => rank(a) - rank(b));
}

/** @returns the latency of the last probe; null when that was not answered, whatever it was before */
export function currentLatency({ status, latencyMs }: Connection): number | null {
  return REACHABLE.includes(status) ? latencyMs : null;
}
