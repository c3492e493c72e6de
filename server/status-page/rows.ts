import * as z from 'zod/mini';
import { INCIDENT_PHASES } from '../../contract/shapes/incident.ts';
import type { Database, Tx } from '../database/database.ts';
import { readSetting, saveSetting } from '../database/settings.ts';
import { DAY_MS } from '../mesh/rows/span-rows.ts';

const NAME = 'status-page';

const StoredSchema = z.object({
  on: z.boolean(),
  title: z.string(),
  platforms: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Random: ids for the public are made with it, from which nobody can find ours. */
  key: z.string(),
});
export type StatusPageSettings = z.infer<typeof StoredSchema>;

/** Before an admin has set it up; the key is made then. */
const NEW_SETTINGS = { on: false, title: 'Service status', platforms: [], key: '' };

export const readStatusPage = async (db: Database): Promise<StatusPageSettings> =>
  (await readSetting(db, NAME, StoredSchema)) ?? NEW_SETTINGS;

export const saveStatusPage = (tx: Tx, settings: StatusPageSettings): Promise<void> =>
  saveSetting(tx, NAME, settings);

/** @returns the days (UTC) from then on in which something was measured, in no order */
export const dayTimes = (db: Database, platforms: readonly string[], from: number) =>
  db
    .selectFrom('probeSpans')
    .select(['platform', 'at', 'upMs', 'lateMs', 'downMs', 'plannedMs'])
    .where('platform', 'in', platforms)
    .where('spanMs', '=', DAY_MS)
    .where('at', '>=', from)
    .execute();

const INCIDENTS_MAX = 50;

/** @returns those that are open or ended later, newest first, without why or title; all of people's, no drills */
export const listShownIncidents = (db: Database, platforms: readonly string[], since: number) =>
  db
    .selectFrom('incidents')
    .select(['id', 'kind', 'platform', 'platformsJson', 'scope'])
    .select(['status', 'planned', 'startedAt', 'endedAt'])
    .where('kind', 'in', ['platform', 'person'])
    .where('drillUntil', 'is', null)
    .where((eb) => eb.or([eb('platform', 'in', platforms), eb('kind', '=', 'person')]))
    .where((eb) => eb.or([eb('endedAt', 'is', null), eb('endedAt', '>=', since)]))
    .orderBy('id', 'desc')
    .limit(INCIDENTS_MAX)
    .execute();

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
