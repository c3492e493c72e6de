import { createHmac } from 'node:crypto';
import { DAY_MS, MINUTE_MS, WEEK_MS } from '../../contract/limits.ts';
import type { IncidentPhase } from '../../contract/shapes/incident.ts';
import type { Maintenance } from '../../contract/shapes/maintenance.ts';
import type { PublicState, StatusSummary } from '../../contract/shapes/status-summary.ts';
import type { NodeBase } from '../feature.ts';
import { affectedIn } from '../incidents/rows.ts';
import type { MaintenanceWindows } from '../maintenance/maintenance.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { countedUntil, gapMaxMsOf, shareOut } from '../mesh/peers/history-slots.ts';
import {
  dayTimes,
  LINE,
  listShownIncidents,
  listUpdates,
  type ShownIncident,
  type StatusPageSettings,
  type Update,
} from './rows.ts';

export const DAYS = 90;
const WINDOWS_MAX = 20;
const ENDED_MS = 14 * DAY_MS;

/** How long each state was held in a day, in milliseconds; together they are its length up to now. */
export type Day = Omit<ReturnType<typeof shareOut>, 'affected'> & { readonly at: number };

type Summary = StatusSummary['platforms'][number];
/** What the page shows: the summary, with the days of its bars. */
export interface PublicStatus extends Omit<StatusSummary, 'platforms'> {
  readonly platforms: readonly (Summary & {
    /** Oldest first. */
    readonly days: readonly Day[];
    /** Undefined: of none, or the page is not divided. */
    readonly group?: string | undefined;
  })[];
  /** Of the page itself. */
  readonly id: string;
  /** Of its times. */
  readonly timeZone: string;
}

export interface StatusDeps extends Pick<NodeBase, 'config' | 'db' | 'now' | 'platforms'> {
  readonly connections: Mesh['connections'];
  readonly maintenance: Pick<MaintenanceWindows, 'list' | 'isPlanned'>;
}

const isoOf = (ms: number) => new Date(ms).toISOString();

/** Start of the first day of the bars. */
const firstDay = (to: number) => to - (to % DAY_MS) - (DAYS - 1) * DAY_MS;

/**
 * @param by what is shown; platforms that are gone are left out
 * @returns what leaves this server: public names in place of ids and names, and no text but that of updates
 */
export async function readStatus(deps: StatusDeps, by: StatusPageSettings): Promise<PublicStatus> {
  const { title, timeZone, key } = by;
  const platforms = by.platforms.filter(({ id }) => deps.platforms.some((one) => one.id === id));
  const ids = platforms.map(({ id }) => id);
  const sources = await readSources(deps, ids);
  const { now, incidents, updates } = sources;
  const names = new Map(platforms.map(({ id, name }) => [id, name]));
  const nameOf = (id: string) => names.get(id) ?? [];
  return {
    id: publicId(key, 'page'),
    title,
    timeZone,
    asOf: isoOf(now - (now % MINUTE_MS)),
    isCurrent: true,
    platforms: platforms.map((one) => platformOf(one, sources, by.byGroup)),
    incidents: incidents
      .filter((one) => one.scope !== LINE)
      .map((incident) => ({
        id: publicId(key, `incident ${incident.id}`),
        platforms: affectedIn(incident).flatMap(nameOf),
        state: incidentStateOf(incident),
        startedAt: isoOf(incident.startedAt),
        endedAt: incident.endedAt === null ? null : isoOf(incident.endedAt),
        updates: updates.filter(({ incidentId }) => incidentId === incident.id).map(updateOf),
      }))
      .filter((one) => one.platforms.length > 0),
    maintenance: deps.maintenance
      .list()
      .map((one) => ({ ...one, platforms: one.platforms.flatMap(nameOf) }))
      .filter((one) => one.endsAt > now && one.platforms.length > 0)
      .slice(0, WINDOWS_MAX)
      .map((one) => ({
        id: publicId(key, `maintenance ${one.id} ${one.startsAt}`),
        platforms: one.platforms,
        startsAt: isoOf(one.startsAt),
        endsAt: isoOf(one.endsAt),
        ...newsOf(one, now),
      })),
  };
}

/** Each window of a series is news again, a week before it begins, when the one before it has begun. */
function newsOf({ createdAt, changedAt, startsAt, repeat }: Maintenance, now: number) {
  const seriesAt = repeat === 'weekly' && startsAt - WEEK_MS <= now ? startsAt - WEEK_MS : 0;
  const updatedAt = Math.max(createdAt, changedAt ?? 0, seriesAt);
  return { plannedAt: isoOf(createdAt), updatedAt: isoOf(updatedAt) };
}

async function readSources({ db, config, ...deps }: StatusDeps, ids: readonly string[]) {
  const now = deps.now();
  /** Up to when time is counted. */
  const to = await countedUntil(db, { now, gapMaxMs: gapMaxMsOf(config.mesh.probe) });
  const incidents = ids.length === 0 ? [] : await listShownIncidents(db, ids, now - ENDED_MS);
  const shown = incidents.map(({ id }) => id);
  return {
    now,
    to,
    incidents,
    isPlanned: deps.maintenance.isPlanned,
    connections: await deps.connections(),
    days: ids.length === 0 ? [] : await dayTimes(db, ids, firstDay(to)),
    updates: shown.length === 0 ? [] : await listUpdates(db, shown),
  };
}

function platformOf(
  { id, name }: StatusPageSettings['platforms'][number],
  sources: Awaited<ReturnType<typeof readSources>>,
  byGroup: boolean,
) {
  const { now, to, connections, isPlanned } = sources;
  const connection = connections.find((one) => one.id === id);
  const isOnlyLine = sources.incidents.some(
    (one) => one.platform === id && one.endedAt === null && one.scope === LINE,
  );
  const measured = stateOf(connection?.status, isPlanned(id, now));
  const state = isOnlyLine && measured !== 'not-measured' ? 'up' : measured;
  const since = state === 'not-measured' ? null : (connection?.since ?? null);
  const times = new Map(
    sources.days.filter(({ platform }) => platform === id).map((one) => [one.at, one]),
  );
  const days = Array.from({ length: DAYS }, (_, day) => {
    const at = firstDay(to) + day * DAY_MS;
    return { at, ...shareOut(times.get(at), Math.min(DAY_MS, to - at)) };
  });
  const sum = (ofDay: (day: Day) => number) => days.reduce((all, day) => all + ofDay(day), 0);
  const up = sum((day) => day.up + day.late);
  const down = sum((day) => day.down);
  const measuredMs = up + down + sum((day) => day.planned);
  return {
    name,
    group: byGroup ? connection?.group : undefined,
    state,
    days,
    since: since === null ? null : isoOf(since),
    // Rounded down: 1 says that nothing was missed.
    uptime: up + down === 0 ? null : Math.floor((up / (up + down)) * 1e5) / 1e5,
    measuredDays: Math.floor((measuredMs / DAY_MS) * 10) / 10,
  };
}

type IncidentState = StatusSummary['incidents'][number]['state'];

function incidentStateOf({ kind, planned, status }: ShownIncident): IncidentState {
  if (kind === 'person') return 'reported';
  return planned === 1 ? 'planned' : status === 'error' ? 'down' : 'slow';
}

function stateOf(status: string | undefined, isPlanned: boolean): PublicState {
  if (status === 'connected') return 'up';
  if (status === 'warning') return 'slow';
  if (status === 'error') return isPlanned ? 'planned' : 'down';
  return 'not-measured';
}

/** Without the name of who wrote it; where that is not known, without its text. */
const updateOf = ({ at, kind, text, writtenBy }: Update) => ({
  at: isoOf(at),
  phase: kind as IncidentPhase,
  text: writtenBy === null ? '' : text.slice(`${writtenBy}: `.length),
});

/** @returns a UUID (version 8) that is always the same, and says nothing of what it stands for */
function publicId(key: string, what: string): string {
  const bytes = createHmac('sha256', key).update(what).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
