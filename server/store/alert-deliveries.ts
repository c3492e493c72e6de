import type { Insertable, Selectable } from 'kysely';
import type { Delivery } from '../../contract/shapes/alert.ts';
import type { Decision } from './alert-decisions.ts';
import type { Database, Tx } from './database.ts';
import type { AlertDeliveryTable } from './schema.ts';

/** One alert on its way to one channel, or to one device. */
export interface StoredDelivery<Message> extends Delivery {
  /** Endpoint of a device; '' elsewhere. */
  readonly target: string;
  readonly message: Message;
}

export interface NewDelivery<Message> {
  /** Of what it is about: a repeated decision inserts no second row. */
  readonly dedupeKey: string;
  readonly channel: string;
  readonly target: string;
  readonly incident: number | null;
  readonly message: Message;
}

type TitledMessage = { readonly title: string };

export const DELIVERIES_LISTED_MAX = 200;
/** Rows in one statement, so that the number of its parameters stays bounded. */
const INSERT_MAX = 500;

/** One that was dropped is sent after all when it is decided again. @returns those that are new, newest first */
export async function insertDeliveries<Message extends TitledMessage>(
  tx: Tx,
  deliveries: readonly NewDelivery<Message>[],
  at: number,
): Promise<Delivery[]> {
  const inserted: Delivery[] = [];
  for (let from = 0; from < deliveries.length; from += INSERT_MAX) {
    const rows = await tx
      .insertInto('alert_deliveries')
      .values(deliveries.slice(from, from + INSERT_MAX).map((one) => rowOf(one, at)))
      .onConflict((conflict) =>
        conflict
          .column('dedupe_key')
          .doUpdateSet({ state: 'waiting', attempts: 0, due_at: at, error: null })
          .where('alert_deliveries.state', '=', 'dropped'),
      )
      .returningAll()
      .execute();
    inserted.push(...rows.map(deliveryOf));
  }
  return inserted.sort((a, b) => b.id - a.id);
}

/** Stores one that was sent at once. */
export async function insertSentDelivery<Message extends TitledMessage>(
  tx: Tx,
  delivery: NewDelivery<Message>,
  { at, error }: { at: number; error: string | null },
  state: 'sent' | 'failed',
): Promise<Delivery> {
  const row = await tx
    .insertInto('alert_deliveries')
    .values({ ...rowOf(delivery, at), state, attempts: 1, tried_at: at, error })
    .returningAll()
    .executeTakeFirstOrThrow();
  return deliveryOf(row);
}

/** @returns the newest, newest first */
export async function listDeliveries(db: Database | Tx): Promise<Delivery[]> {
  const rows = await db
    .selectFrom('alert_deliveries')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(DELIVERIES_LISTED_MAX)
    .execute();
  return rows.map(deliveryOf);
}

/** @returns the newest delivery of each channel, and the newest one that has an error */
export async function newestByChannel(
  db: Database | Tx,
): Promise<Map<string, { last: Delivery | null; failed: Delivery | null }>> {
  const newest = (withError: boolean) => {
    const ids = db
      .selectFrom('alert_deliveries')
      .select(({ fn }) => fn.max('id').as('id'))
      .groupBy('channel');
    return db
      .selectFrom('alert_deliveries')
      .selectAll()
      .where('id', 'in', withError ? ids.where('error', 'is not', null) : ids)
      .execute();
  };
  const last = (await newest(false)).map(deliveryOf);
  const failed = (await newest(true)).map(deliveryOf);
  return new Map(
    last.map((one) => [
      one.channel,
      { last: one, failed: failed.find(({ channel }) => channel === one.channel) ?? null },
    ]),
  );
}

/** @returns the newest delivery of a channel */
export async function newestOf(db: Database | Tx, channel: string): Promise<Delivery | undefined> {
  const row = await db
    .selectFrom('alert_deliveries')
    .selectAll()
    .where('channel', '=', channel)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && deliveryOf(row);
}

/** Who gets deliveries one at a time: a channel, or a device. */
export interface Lane {
  readonly channel: string;
  readonly target: string;
}

/** @returns where deliveries are due, and when the next of the others are */
export async function dueLanes(
  db: Database | Tx,
  now: number,
): Promise<{ lanes: Lane[]; nextAt: number | null }> {
  const waiting = db.selectFrom('alert_deliveries').where('state', '=', 'waiting');
  const lanes = await waiting
    .where('due_at', '<=', now)
    .select(['channel', 'target', ({ fn }) => fn.min('id').as('first')])
    .groupBy(['channel', 'target'])
    .orderBy('first')
    .execute();
  const next = await waiting
    .where('due_at', '>', now)
    .select(({ fn }) => fn.min('due_at').as('at'))
    .executeTakeFirst();
  const at = next?.at ?? null;
  return { lanes, nextAt: at === null ? null : Number(at) };
}

/** @returns the oldest of a lane that are due */
export async function dueDeliveries<Message>(
  db: Database | Tx,
  { channel, target }: Lane,
  { now, limit }: { now: number; limit: number },
): Promise<StoredDelivery<Message>[]> {
  const rows = await db
    .selectFrom('alert_deliveries')
    .selectAll()
    .where('channel', '=', channel)
    .where('target', '=', target)
    .where('state', '=', 'waiting')
    .where('due_at', '<=', now)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    ...deliveryOf(row),
    target: row.target,
    message: JSON.parse(row.message_json),
  }));
}

/** What may change in a delivery. */
export type DeliveryChanges = Partial<Pick<Delivery, 'state' | 'attempts' | 'triedAt' | 'error'>>;

export async function updateDeliveries(
  tx: Tx,
  ids: readonly number[],
  { state, attempts, triedAt, error }: DeliveryChanges,
): Promise<void> {
  await tx
    .updateTable('alert_deliveries')
    .set({
      ...(state !== undefined && { state }),
      ...(attempts !== undefined && { attempts }),
      ...(triedAt !== undefined && { tried_at: triedAt }),
      ...(error !== undefined && { error }),
    })
    .where('id', 'in', [...ids])
    .execute();
}

/** Lets everything that waits in a lane wait until then, so that its order stays. */
export async function postponeLane(tx: Tx, { channel, target }: Lane, until: number) {
  await tx
    .updateTable('alert_deliveries')
    .set({ due_at: until })
    .where('channel', '=', channel)
    .where('target', '=', target)
    .where('state', '=', 'waiting')
    .where('due_at', '<', until)
    .execute();
}

/** Lets these alone wait until then. */
export async function postponeDeliveries(tx: Tx, ids: readonly number[], until: number) {
  await tx
    .updateTable('alert_deliveries')
    .set({ due_at: until })
    .where('id', 'in', [...ids])
    .execute();
}

/** @returns the states of what was sent about an incident, apart from its end, in this lane */
export async function alarmStates(
  db: Database | Tx,
  incident: number,
  { channel, target }: Lane,
): Promise<string[]> {
  const rows = await db
    .selectFrom('alert_deliveries')
    .select('state')
    .where('channel', '=', channel)
    .where('target', '=', target)
    .where('incident_id', '=', incident)
    .where('dedupe_key', '!=', deliveryKey({ incident, step: 'recovered', channel }, target))
    .execute();
  return rows.map(({ state }) => state);
}

/** @returns whether something older about the same incident waits in this delivery's lane */
export async function isBehind(
  db: Database | Tx,
  { id, incident, channel, target }: Pick<Delivery, 'id' | 'incident'> & Lane,
): Promise<boolean> {
  const older = await db
    .selectFrom('alert_deliveries')
    .select('id')
    .where('channel', '=', channel)
    .where('target', '=', target)
    .where('incident_id', '=', incident)
    .where('state', '=', 'waiting')
    .where('id', '<', id)
    .executeTakeFirst();
  return older !== undefined;
}

/** @returns states of the deliveries to all targets of a channel that follow from one decision */
export async function statesOfStep(
  db: Database | Tx,
  step: Pick<Decision, 'incident' | 'step' | 'channel'>,
): Promise<string[]> {
  const start = deliveryKey(step, '');
  const rows = await db
    .selectFrom('alert_deliveries')
    .select('state')
    .where('dedupe_key', '>=', start)
    // Targets are addresses: ASCII.
    .where('dedupe_key', '<', `${start}~`)
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
    .selectFrom('alert_deliveries')
    .select(['channel', ({ fn }) => fn.countAll().as('count')])
    .where('state', '=', 'waiting')
    .groupBy('channel')
    .execute();
  return new Map(rows.map(({ channel, count }) => [channel, Number(count)]));
}

/** Deletes those that were created before, and wait no more. */
export async function dropDeliveries(tx: Tx, before: number): Promise<void> {
  await tx
    .deleteFrom('alert_deliveries')
    .where('created_at', '<', before)
    .where('state', '!=', 'waiting')
    .execute();
}

function rowOf<Message extends TitledMessage>(
  { dedupeKey, channel, target, incident, message }: NewDelivery<Message>,
  at: number,
): Insertable<AlertDeliveryTable> {
  return {
    dedupe_key: dedupeKey,
    channel,
    target,
    incident_id: incident,
    title: message.title,
    message_json: JSON.stringify(message),
    state: 'waiting',
    attempts: 0,
    created_at: at,
    due_at: at,
  };
}

const deliveryOf = (row: Selectable<AlertDeliveryTable>): Delivery => ({
  id: Number(row.id),
  channel: row.channel,
  title: row.title,
  incident: row.incident_id === null ? null : Number(row.incident_id),
  state: row.state,
  attempts: Number(row.attempts),
  at: Number(row.created_at),
  triedAt: row.tried_at === null ? null : Number(row.tried_at),
  error: row.error,
});
