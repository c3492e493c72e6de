import { type SelectQueryBuilder, sql } from 'kysely';
import { INCIDENTS } from '../../contract/limits.ts';
import type { QueryOf } from '../../contract/sent.ts';
import type { Incident, IncidentDetails, IncidentEvent } from '../../contract/shapes/incident.ts';
import { type IncidentTestimony, TestimonySchema } from '../../contract/shapes/witness.ts';
import { countRows, type Database, type Tx } from '../database/database.ts';
import type { Row, Tables } from '../database/schema.ts';
import { containsText } from '../database/text-search.ts';

interface NewIncident
  extends Pick<Incident, 'platform' | 'status' | 'startedAt' | 'cause' | 'planned' | 'drillUntil'>,
    Partial<Pick<Incident, 'openedBy' | 'platforms' | 'acknowledgement'>> {
  readonly scope?: IncidentScope | undefined;
  readonly kind?: IncidentKind;
}

/**
 * Of what: its platform's being late or down, a certificate or a domain that expires, of which only alerts follow, what a person says, a
 * display, a host, or ways of alerts that did not come back, of which nobody is alerted.
 */
export type IncidentKind =
  | 'platform'
  | 'certificate'
  | 'domain'
  | 'person'
  | 'display'
  | 'host'
  | 'chain';

/** What screens know of. */
const LISTED: readonly IncidentKind[] = ['platform', 'person', 'display', 'host', 'chain'];

/** Of what it is: the platform's line to this node, the platform, this node, a display, a host, or a chain of alerts. undecided: the other nodes have not said yet. */
export type IncidentScope =
  | 'line'
  | 'platform'
  | 'node'
  | 'undecided'
  | 'display'
  | 'host'
  | 'chain';

/** What may change in an incident. */
export type IncidentChanges = Partial<
  Pick<
    Incident,
    'status' | 'endedAt' | 'cause' | 'planned' | 'acknowledgement' | 'offer' | 'platforms'
  >
> & { readonly scope?: string | null };

/** An incident keeps its first and its newest events; those between them are dropped. */
const EVENTS = { max: 500, first: 250, droppedAtOnce: 50 } as const;
const DROPPED_TEXT =
  'More happened here. Only the first and the newest events of an incident are stored.';

export async function insertIncident(
  tx: Tx,
  { platforms, acknowledgement: who, ...incident }: NewIncident,
): Promise<Incident> {
  const platformsJson = platforms ? JSON.stringify(platforms) : null;
  const row = await tx
    .insertInto('incidents')
    .values({ ...incident, ...ownerColumns(who), platformsJson, planned: incident.planned ? 1 : 0 })
    .returningAll()
    .executeTakeFirstOrThrow();
  return incidentOf(row);
}

export async function updateIncident(tx: Tx, id: number, changes: IncidentChanges): Promise<void> {
  const { planned, acknowledgement: who, offer, platforms, ...columns } = changes;
  await tx
    .updateTable('incidents')
    .set({
      ...columns,
      ...(planned !== undefined && { planned: planned ? 1 : 0 }),
      ...(platforms && { platformsJson: JSON.stringify(platforms) }),
      ...(who !== undefined && ownerColumns(who)),
      ...(offer !== undefined && {
        offeredBy: offer?.by ?? null,
        offeredTo: offer?.to ?? null,
        offeredAt: offer?.at ?? null,
        offerUntil: offer?.until ?? null,
      }),
    })
    .where('id', '=', id)
    .execute();
}

/** @returns the columns of who is on it */
const ownerColumns = (who: Incident['acknowledgement'] | undefined) => ({
  acknowledgedBy: who?.by ?? null,
  acknowledgedAt: who?.at ?? null,
  acknowledgedNote: who?.note ?? null,
});

/** Replaces what is kept of it. */
export async function saveTestimony(tx: Tx, id: number, testimony: IncidentTestimony) {
  const testimonyJson = JSON.stringify(testimony);
  await tx.updateTable('incidents').set({ testimonyJson }).where('id', '=', id).execute();
}

/** @returns whether this person had not seen it before */
export async function addSeenBy(tx: Tx, id: number, name: string): Promise<boolean> {
  const found = tx.selectFrom('incidents').select('seenByJson').where('id', '=', id);
  const { seenByJson = null } = (await found.executeTakeFirst()) ?? {};
  const names: string[] = JSON.parse(seenByJson ?? '[]');
  if (names.includes(name)) return false;
  const seenBy = JSON.stringify([...names, name]);
  await tx.updateTable('incidents').set({ seenByJson: seenBy }).where('id', '=', id).execute();
  return true;
}

/** With its events. */
export async function deleteIncident(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('incidents').where('id', '=', id).execute();
}

/** With their events. */
export async function deleteIncidentsOf(tx: Tx, platform: string): Promise<void> {
  await tx.deleteFrom('incidents').where('platform', '=', platform).execute();
  await tx.deleteFrom('incidents').where('kind', '=', 'host').where(affects(platform)).execute();
}

/** `writtenBy` is the username with which the text of a person begins. */
export type NewIncidentEvent = IncidentEvent & { readonly writtenBy?: string };

export async function addIncidentEvent(tx: Tx, id: number, event: NewIncidentEvent): Promise<void> {
  await tx
    .insertInto('incidentEvents')
    .values({ ...event, incidentId: id })
    .execute();
  await dropMiddle(tx, id);
}

/** The first of the dropped events stays, as the sentence in their place. */
async function dropMiddle(tx: Tx, incident: number): Promise<void> {
  const events = tx.selectFrom('incidentEvents').where('incidentId', '=', incident);
  const count = await countRows(events);
  if (count <= EVENTS.max) return;
  const middle = await events
    .select('id')
    .orderBy('id')
    .offset(EVENTS.first)
    .limit(EVENTS.droppedAtOnce)
    .execute();
  const [first, ...others] = middle.map(({ id }) => id);
  if (first === undefined) return;
  await tx
    .updateTable('incidentEvents')
    .set({ kind: 'dropped', text: DROPPED_TEXT })
    .where('id', '=', first)
    .execute();
  await tx.deleteFrom('incidentEvents').where('id', 'in', others).execute();
}

/** @returns one that screens know of */
export async function findIncident(db: Database, id: number): Promise<IncidentDetails | undefined> {
  const row = await incidentsOf(db, ...LISTED)
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const events = await db
    .selectFrom('incidentEvents')
    .select(['at', 'kind', 'text', 'writtenBy'])
    .where('incidentId', '=', id)
    .orderBy('id')
    .execute();
  const { testimonyJson } = row;
  const testimony = testimonyJson !== null && {
    testimony: TestimonySchema.parse(JSON.parse(testimonyJson)),
  };
  return { ...incidentOf(row), events: events.map(eventOf), ...testimony };
}

const eventOf = ({ writtenBy, ...event }: IncidentEvent & { writtenBy: string | null }) => ({
  ...event,
  ...(writtenBy !== null && { by: writtenBy }),
});

const incidentsOf = (db: Database, ...kinds: readonly IncidentKind[]) =>
  db.selectFrom('incidents').selectAll().where('kind', 'in', kinds);

/** @returns all open incidents, drills too, oldest first */
export async function listOpenIncidents(
  db: Database,
  kind: IncidentKind = 'platform',
): Promise<Incident[]> {
  const open = incidentsOf(db, kind).where('endedAt', 'is', null);
  return (await open.orderBy('id').execute()).map(incidentOf);
}

/** @returns those that are offered to somebody, all of them open */
export async function listOffered(db: Database): Promise<Incident[]> {
  const offered = incidentsOf(db, ...LISTED).where('offeredTo', 'is not', null);
  return (await offered.orderBy('id').execute()).map(incidentOf);
}

/** @returns every open incident and the newest ended ones, newest first */
export async function listRecentIncidents(db: Database): Promise<Incident[]> {
  const ended = await listIncidents(db, { state: 'ended', limit: INCIDENTS.endedDefault });
  const open: Incident[] = [];
  for (const kind of LISTED) open.push(...(await listOpenIncidents(db, kind)));
  return [...open, ...ended].sort((a, b) => b.id - a.id);
}

interface IncidentFilter extends Omit<QueryOf<'incidents'>, 'platform'> {
  readonly limit: number;
  /** Ids: of what people opened any that it affects; undefined: all incidents. */
  readonly platforms?: readonly string[] | undefined;
}

/** @returns newest first */
export async function listIncidents(db: Database, filter: IncidentFilter): Promise<Incident[]> {
  const { before, state, status, platforms, q: text, from, to } = filter;
  if (platforms?.length === 0) return [];
  let query: IncidentQuery = incidentsOf(db, ...(status === undefined ? LISTED : kindOf(status)))
    .orderBy('id', 'desc')
    .limit(filter.limit);
  if (before !== undefined) query = query.where('id', '<', before);
  if (state !== undefined) query = query.where('endedAt', state === 'open' ? 'is' : 'is not', null);
  if (status !== undefined && status !== 'person') query = query.where('status', '=', status);
  if (platforms !== undefined) {
    const opened = await openedAbout(db, platforms);
    query = query.where((eb) => eb.or([eb('platform', 'in', platforms), ...opened]));
  }
  if (to !== undefined) query = query.where('startedAt', '<', to);
  if (from !== undefined)
    query = query.where((eb) => eb.or([eb('endedAt', 'is', null), eb('endedAt', '>=', from)]));
  if (text) query = query.where(containsText(SEARCHED, text));
  return (await query.execute()).map(incidentOf);
}

const kindOf = (status: string): IncidentKind[] =>
  status === 'person' ? ['person', 'display', 'host', 'chain'] : ['platform'];

/** @returns the condition, if any can hold, of what people opened, or of hosts, that affects any of the platforms */
export async function openedAbout(db: Database, platforms: readonly string[]) {
  const [first = '', ...others] = platforms;
  if (others.length === 0) return [affects(first)];
  // A condition for each of hundreds of platforms is more than SQLite takes.
  const opened = await db
    .selectFrom('incidents')
    .select(['id', 'platform', 'platformsJson'])
    .where('kind', 'in', ['person', 'host'])
    .execute();
  const found = opened.filter((row) => affectedIn(row).some((one) => platforms.includes(one)));
  const ids = found.map(({ id }) => id);
  return ids.length === 0 ? [] : [sql<boolean>`incidents.id in (${sql.join(ids)})`];
}

const affects = (platform: string) => containsText(['platformsJson'], JSON.stringify(platform));

/** Nothing of a platform that was erased stays in what people opened. */
export async function removeFromAffected(tx: Tx, platform: string): Promise<void> {
  const rows = await incidentsOf(tx, 'person').where(affects(platform)).execute();
  for (const { id, platforms = [] } of rows.map(incidentOf))
    await updateIncident(tx, id, { platforms: platforms.filter((one) => one !== platform) });
}

type IncidentRow = Row<'incidents'>;
type IncidentQuery = SelectQueryBuilder<Tables, 'incidents', IncidentRow>;

const SEARCHED = ['cause', 'acknowledgedBy', 'acknowledgedNote'] as const;

/** Clocks are set back by hours; what ended later than that was ended by one that was ahead. */
const SET_BACK_MAX_MS = 24 * 60 * 60 * 1000;

/** @returns when the newest ended incident of a platform ended, epoch milliseconds; 0 without any */
export async function lastIncidentEnd(tx: Tx, platform: string, now: number): Promise<number> {
  const { end } = await tx
    .selectFrom('incidents')
    .select(({ fn }) => fn.max('endedAt').as('end'))
    .where((eb) => eb.and({ platform, kind: 'platform' }))
    .where('endedAt', '<=', now + SET_BACK_MAX_MS)
    .executeTakeFirstOrThrow();
  return end ?? 0;
}

/** Deletes incidents that ended before, with their events, at most `limit`: the rest is for the next time. */
export async function dropIncidents(
  tx: Tx,
  { before, limit }: { before: number; limit: number },
): Promise<void> {
  const old = tx.selectFrom('incidents').select('id').where('endedAt', '<', before).limit(limit);
  await tx.deleteFrom('incidents').where('id', 'in', old).execute();
}

/** @returns the ids of the platforms that an incident is about */
export const affectedIn = ({
  platform,
  platformsJson,
}: Pick<IncidentRow, 'platform' | 'platformsJson'>): string[] =>
  platformsJson === null ? [platform] : JSON.parse(platformsJson);

/** Each column by name: a copy of the others of a row takes several times as long. */
const incidentOf = (row: IncidentRow): Incident => ({
  id: row.id,
  platform: row.platform,
  status: row.status,
  startedAt: row.startedAt,
  endedAt: row.endedAt,
  cause: row.cause,
  planned: row.planned === 1,
  drillUntil: row.drillUntil,
  ...(row.openedBy !== null && { openedBy: row.openedBy, platforms: affectedIn(row) }),
  ...(row.scope !== null && { scope: row.scope }),
  acknowledgement:
    row.acknowledgedBy === null
      ? null
      : {
          by: row.acknowledgedBy,
          at: row.acknowledgedAt ?? 0,
          note: row.acknowledgedNote ?? '',
        },
  ...(row.offeredTo !== null && {
    offer: {
      by: row.offeredBy ?? '',
      to: row.offeredTo,
      at: row.offeredAt ?? 0,
      until: row.offerUntil ?? 0,
    },
  }),
});
