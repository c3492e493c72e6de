import type { ExpressionBuilder, Insertable } from 'kysely';
import type { Delivery } from '../../../contract/shapes/alert.ts';
import { AHEAD_MAX_MS } from '../../base/clock.ts';
import type { Database, Tx } from '../../database/database.ts';
import type { Tables } from '../../database/schema.ts';
import { startsWith } from '../../database/text-search.ts';
import type { OutgoingAlert } from '../outgoing.ts';
import type { Decision } from './decisions.ts';

/** An alert on its way to one channel, or to one device. */
export interface WaitingDelivery extends Delivery {
  readonly target: string;
  readonly message: OutgoingAlert;
}

export interface NewDelivery extends Lane {
  /** Of what it is about: a repeated decision inserts no second row. */
  readonly dedupeKey: string;
  readonly incident: number | null;
  readonly message: OutgoingAlert;
}

/** A `Delivery`. */
const LISTED = [
  'id',
  'channel',
  'title',
  'incidentId as incident',
  'state',
  'attempts',
  'createdAt as at',
  'triedAt',
  'error',
] as const;

export const DELIVERIES_LISTED_MAX = 200;
/** Rows in one statement, so that the number of its parameters stays bounded. */
const INSERT_MAX = 500;

/** One that was dropped is sent after all when it is decided again. @returns those that are new, newest first */
export async function insertDeliveries(
  tx: Tx,
  deliveries: readonly NewDelivery[],
  at: number,
): Promise<Delivery[]> {
  const inserted: Delivery[] = [];
  for (let from = 0; from < deliveries.length; from += INSERT_MAX) {
    const rows = await tx
      .insertInto('alertDeliveries')
      .values(deliveries.slice(from, from + INSERT_MAX).map((one) => rowOf(one, at)))
      .onConflict((conflict) =>
        conflict
          .column('dedupeKey')
          .doUpdateSet({ state: 'waiting', attempts: 0, dueAt: at, error: null })
          .where('alertDeliveries.state', '=', 'dropped'),
      )
      .returning(LISTED)
      .execute();
    inserted.push(...rows);
  }
  return inserted.sort((a, b) => b.id - a.id);
}

/** Stores one that was sent at once. */
export async function insertSentDelivery(
  tx: Tx,
  delivery: NewDelivery,
  { at, error }: { at: number; error: string | null },
  state: 'sent' | 'failed',
): Promise<Delivery> {
  return tx
    .insertInto('alertDeliveries')
    .values({ ...rowOf(delivery, at), state, attempts: 1, triedAt: at, error })
    .returning(LISTED)
    .executeTakeFirstOrThrow();
}

/** @returns the newest, newest first */
export const listDeliveries = (db: Database): Promise<Delivery[]> =>
  newest(db).limit(DELIVERIES_LISTED_MAX).execute();

/** @returns the newest delivery of each channel, and the newest one that has an error */
export async function newestByChannel(
  db: Database,
): Promise<Map<string, { last: Delivery | null; failed: Delivery | null }>> {
  const ids = db
    .selectFrom('alertDeliveries')
    .select(({ fn }) => fn.max('id').as('id'))
    .groupBy('channel');
  const last = await newest(db).where('id', 'in', ids).execute();
  const withError = ids.where('error', 'is not', null);
  const failed = await newest(db).where('id', 'in', withError).execute();
  return new Map(
    last.map((one) => [
      one.channel,
      { last: one, failed: failed.find(({ channel }) => channel === one.channel) ?? null },
    ]),
  );
}

/** @returns the newest delivery of a channel */
export const newestOf = (db: Database, channel: string): Promise<Delivery | undefined> =>
  newest(db).where('channel', '=', channel).limit(1).executeTakeFirst();

const newest = (db: Database) =>
  db.selectFrom('alertDeliveries').select(LISTED).orderBy('id', 'desc');

/** Who gets deliveries one at a time: a channel, or a device. */
export interface Lane {
  readonly channel: string;
  /** Endpoint of a device; '' elsewhere. */
  readonly target: string;
}

/** No delivery waits for longer at a time. */
export const WAIT_MAX_MS = 60 * 60_000;
/** Later than now, but not so much that it must be of before the clock was set back. */
const isAhead = (eb: ExpressionBuilder<Tables, 'alertDeliveries'>, now: number) =>
  eb.between('dueAt', now + 1, now + WAIT_MAX_MS + AHEAD_MAX_MS);

/** @returns where deliveries are due, and when the next of the others are */
export async function dueLanes(
  db: Database,
  now: number,
): Promise<{ lanes: Lane[]; nextAt: number | null }> {
  const waiting = db.selectFrom('alertDeliveries').where('state', '=', 'waiting');
  const lanes = await waiting
    .where((eb) => eb.not(isAhead(eb, now)))
    .select(['channel', 'target', ({ fn }) => fn.min('id').as('first')])
    .groupBy(['channel', 'target'])
    .orderBy('first')
    .execute();
  const next = await waiting
    .where((eb) => isAhead(eb, now))
    .select(({ fn }) => fn.min('dueAt').as('at'))
    .executeTakeFirst();
  return { lanes, nextAt: next?.at ?? null };
}

/** @returns the oldest of a lane that are due */
export async function dueDeliveries(
  db: Database,
  { channel, target }: Lane,
  { now, limit }: { now: number; limit: number },
): Promise<WaitingDelivery[]> {
  const rows = await db
    .selectFrom('alertDeliveries')
    .select([...LISTED, 'target', 'messageJson'])
    .where((eb) => eb.and({ channel, target, state: 'waiting' }))
    .where((eb) => eb.not(isAhead(eb, now)))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ messageJson, ...row }) => ({ ...row, message: JSON.parse(messageJson) }));
}

/** What may change in a delivery. */
export type DeliveryChanges = Partial<Pick<Delivery, 'state' | 'attempts' | 'triedAt' | 'error'>>;

export async function updateDeliveries(
  tx: Tx,
  ids: readonly number[],
  changes: DeliveryChanges,
): Promise<void> {
  await tx
    .updateTable('alertDeliveries')
    .set(changes)
    .where('id', 'in', [...ids])
    .execute();
}

/** Lets everything that waits in a lane wait until then, so that its order stays. */
export async function postponeLane(
  tx: Tx,
  { channel, target }: Lane,
  { now, until }: { now: number; until: number },
) {
  await tx
    .updateTable('alertDeliveries')
    .set({ dueAt: until })
    .where((eb) => eb.and({ channel, target, state: 'waiting' }))
    .where((eb) => eb.or([eb('dueAt', '<', until), eb.not(isAhead(eb, now))]))
    .execute();
}

/** Lets these alone wait until then. */
export async function postponeDeliveries(tx: Tx, ids: readonly number[], until: number) {
  await tx
    .updateTable('alertDeliveries')
    .set({ dueAt: until })
    .where('id', 'in', [...ids])
    .execute();
}

/** @returns the states of what was sent about an incident, apart from its end, in this lane */
export async function alarmStates(
  db: Database,
  incident: number,
  { channel, target }: Lane,
): Promise<string[]> {
  const rows = await db
    .selectFrom('alertDeliveries')
    .select('state')
    .where((eb) => eb.and({ channel, target, incidentId: incident }))
    .where('dedupeKey', '!=', deliveryKey({ incident, step: 'recovered', channel }, target))
    .execute();
  return rows.map(({ state }) => state);
}

/** @returns by what ways somebody was alerted of open incidents of which a delivery was given up, and whether it arrived */
export async function outcomesOfGivenUp(db: Database) {
  const ofIncidents = db
    .selectFrom('alertDeliveries')
    .innerJoin('incidents', 'incidents.id', 'alertDeliveries.incidentId')
    .select(['incidents.id as incident', 'channel', 'state'])
    .distinct();
  const failed = await ofIncidents
    .where('state', '=', 'failed')
    .where('endedAt', 'is', null)
    .execute();
  if (failed.length === 0) return [];
  const ids = failed.map(({ incident }) => incident);
  return ofIncidents.where('incidents.id', 'in', ids).execute();
}

/** @returns the devices that were alerted of an incident through a channel */
export async function targetsOf(db: Database, incident: number, channel: string) {
  const rows = await db
    .selectFrom('alertDeliveries')
    .select('target')
    .distinct()
    .where((eb) => eb.and({ channel, incidentId: incident }))
    .execute();
  return rows.map(({ target }) => target);
}

/** @returns whether something older about the same incident waits in this delivery's lane */
export async function isBehind(
  db: Database,
  { id, incident, channel, target }: Pick<WaitingDelivery, 'id' | 'incident' | keyof Lane>,
): Promise<boolean> {
  const older = await db
    .selectFrom('alertDeliveries')
    .select('id')
    .where((eb) => eb.and({ channel, target, incidentId: incident, state: 'waiting' }))
    .where('id', '<', id)
    .executeTakeFirst();
  return older !== undefined;
}

/** @returns states of the deliveries to all targets of a channel that follow from one decision */
export async function statesOfStep(
  db: Database,
  step: Pick<Decision, 'incident' | 'step' | 'channel'>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('alertDeliveries')
    .select('state')
    .where('incidentId', '=', step.incident)
    .where(startsWith('dedupeKey', deliveryKey(step, '')))
    .execute();
  return rows.map(({ state }) => state);
}

/** @param target endpoint of a device; '' elsewhere */
export const deliveryKey = (
  { incident, step, channel }: Pick<Decision, 'incident' | 'step' | 'channel'>,
  target: string,
): string => `incident:${incident} ${step} channel:${channel} target:${target}`;

export async function countWaiting(db: Database): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('alertDeliveries')
    .select(['channel', ({ fn }) => fn.countAll<number>().as('count')])
    .where('state', '=', 'waiting')
    .groupBy('channel')
    .execute();
  return new Map(rows.map(({ channel, count }) => [channel, count]));
}

/** Deletes those that were created before, and wait no more. */
export async function dropDeliveries(tx: Tx, before: number): Promise<void> {
  await tx
    .deleteFrom('alertDeliveries')
    .where('createdAt', '<', before)
    .where('state', '!=', 'waiting')
    .execute();
}

function rowOf(
  { dedupeKey, channel, target, incident, message }: NewDelivery,
  at: number,
): Insertable<Tables['alertDeliveries']> {
  return {
    dedupeKey,
    channel,
    target,
    incidentId: incident,
    title: message.title,
    messageJson: JSON.stringify(message),
    state: 'waiting',
    attempts: 0,
    createdAt: at,
    dueAt: at,
  };
}
