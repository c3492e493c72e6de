import * as z from 'zod/mini';
import { DAY_MS } from '../../contract/limits.ts';
import { INCIDENT_PHASES } from '../../contract/shapes/incident.ts';
import type { Database, Tx } from '../database/database.ts';
import { readSetting, saveSetting } from '../database/settings.ts';
import { type IncidentScope, openedAbout } from '../incidents/rows.ts';

const NAME = 'status-page';
/** Other nodes reach the platform: it is the way from this node that is down. */
export const LINE: IncidentScope = 'line';

const StoredSchema = z.object({
  on: z.boolean(),
  title: z.string(),
  platforms: z.array(z.object({ id: z.string(), name: z.string() })),
  /** IANA name. */
  timeZone: z._default(z.string(), 'UTC'),
  /** What was public before there was a choice says no more than it did. */
  byGroup: z._default(z.boolean(), false),
  /** Random: ids for the public are made with it, from which nobody can find ours. */
  key: z.string(),
});
export type StatusPageSettings = z.infer<typeof StoredSchema>;

/** Before an admin has set it up; the key is made then. */
const NEW_SETTINGS: StatusPageSettings = {
  on: false,
  title: 'Service status',
  platforms: [],
  timeZone: 'UTC',
  byGroup: false,
  key: '',
};

export const readStatusPage = async (db: Database): Promise<StatusPageSettings> =>
  (await readSetting(db, NAME, StoredSchema)) ?? NEW_SETTINGS;

export const saveStatusPage = (tx: Tx, settings: StatusPageSettings): Promise<void> =>
  saveSetting(tx, NAME, settings);

/** @returns the days (UTC) from then on in which something was measured, in no order. For the public a platform is down, whosever fault it is */
export async function dayTimes(db: Database, platforms: readonly string[], from: number) {
  const rows = await db
    .selectFrom('probeSpans')
    .select(['platform', 'at', 'upMs', 'lateMs', 'downMs', 'plannedMs', 'affectedMs'])
    .where('platform', 'in', platforms)
    .where('spanMs', '=', DAY_MS)
    .where('at', '>=', from)
    .execute();
  return rows.map((row) => ({ ...row, downMs: row.downMs + row.affectedMs, affectedMs: 0 }));
}

const ENDED_MAX = 50;

/**
 * Without why or title, and no drills: what is about one of the platforms, by probes or by people.
 *
 * @returns all that are open, then the newest that ended later and were more than a matter of this node's line
 */
export async function listShownIncidents(
  db: Database,
  platforms: readonly string[],
  since: number,
) {
  const opened = await openedAbout(db, platforms);
  const about = db
    .selectFrom('incidents')
    .select(['id', 'kind', 'platform', 'platformsJson', 'scope'])
    .select(['status', 'planned', 'startedAt', 'endedAt'])
    .where('kind', 'in', ['platform', 'person'])
    .where('drillUntil', 'is', null)
    .where((eb) => eb.or([eb('platform', 'in', platforms), ...opened]))
    .orderBy('id', 'desc');
  const open = await about.where('endedAt', 'is', null).execute();
  const ended = await about
    .where('endedAt', '>=', since)
    .where((eb) => eb.or([eb('scope', 'is', null), eb('scope', '!=', LINE)]))
    .limit(ENDED_MAX)
    .execute();
  return [...open, ...ended];
}

/** @returns what people said of how far they are, oldest first */
export const listUpdates = (db: Database, incidents: readonly number[]) =>
  db
    .selectFrom('incidentEvents')
    .select(['incidentId', 'at', 'kind', 'text', 'writtenBy'])
    .where('incidentId', 'in', incidents)
    .where('kind', 'in', INCIDENT_PHASES)
    .orderBy('id')
    .execute();

export type ShownIncident = Awaited<ReturnType<typeof listShownIncidents>>[number];
export type Update = Awaited<ReturnType<typeof listUpdates>>[number];
