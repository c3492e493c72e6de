import type { Selectable } from 'kysely';
import type { Database, Tx } from './database.ts';
import type { PushSubscriptionTable } from './schema.ts';

/** A device that receives alerts. Queries never return those whose session has ended or expired. */
export interface Subscriber {
  readonly endpoint: string;
  readonly accountId: string;
  /** Id of the session that it was made in, with which it ends. */
  readonly session: string;
  /** Public key and shared secret of the device (RFC 8291), base64url. */
  readonly p256dh: string;
  readonly auth: string;
  /** Of the contract's kinds, those that it asked for. */
  readonly kinds: readonly string[];
}

export interface StoredSubscriber extends Subscriber {
  /** Messages that its push service refused since it last took one. */
  readonly failures: number;
}

/** Writes a subscription over the one with its endpoint: the device may have changed hands or mind. */
export async function saveSubscriber(tx: Tx, subscriber: Subscriber, at: number): Promise<void> {
  const { endpoint, ...rest } = rowOf(subscriber, at);
  await tx
    .insertInto('push_subscriptions')
    .values({ endpoint, ...rest })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(rest))
    .execute();
}

/** Lets those of an account go that were confirmed longest ago, until `max` are left. */
export async function keepNewestSubscribers(tx: Tx, accountId: string, max: number) {
  await tx
    .deleteFrom('push_subscriptions')
    .where('account_id', '=', accountId)
    .where('endpoint', 'not in', (eb) =>
      eb
        .selectFrom('push_subscriptions')
        .select('endpoint')
        .where('account_id', '=', accountId)
        .orderBy('confirmed_at', 'desc')
        .orderBy('endpoint')
        .limit(max),
    )
    .execute();
}

export async function countSubscribers(db: Database | Tx): Promise<number> {
  const { count } = await db
    .selectFrom('push_subscriptions')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** @returns the subscription of this endpoint, or undefined when nobody is signed in there any more */
export async function findSubscriber(
  db: Database | Tx,
  endpoint: string,
  now: number,
): Promise<StoredSubscriber | undefined> {
  const row = await signedIn(db, now).where('endpoint', '=', endpoint).executeTakeFirst();
  return row && subscriberOf(row);
}

export async function listSubscribers(db: Database | Tx, now: number): Promise<StoredSubscriber[]> {
  return (await signedIn(db, now).execute()).map(subscriberOf);
}

/** @param accountId whose it must be; anybody's by default */
export async function removeSubscriber(
  tx: Tx,
  endpoint: string,
  accountId?: string,
): Promise<void> {
  let query = tx.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint);
  if (accountId !== undefined) query = query.where('account_id', '=', accountId);
  await query.execute();
}

/** Counts a refused message; the subscription goes when there were `max` in a row. */
export async function countFailure(tx: Tx, endpoint: string, max: number): Promise<void> {
  await tx
    .updateTable('push_subscriptions')
    .set(({ eb }) => ({ failures: eb('failures', '+', 1) }))
    .where('endpoint', '=', endpoint)
    .execute();
  await tx
    .deleteFrom('push_subscriptions')
    .where('endpoint', '=', endpoint)
    .where('failures', '>=', max)
    .execute();
}

/** Takes the count of refused messages back: one was taken. */
export async function forgetFailures(tx: Tx, endpoint: string): Promise<void> {
  await tx
    .updateTable('push_subscriptions')
    .set({ failures: 0 })
    .where('endpoint', '=', endpoint)
    .execute();
}

const signedIn = (db: Database | Tx, now: number) =>
  db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.token_hash', 'push_subscriptions.session')
    .selectAll('push_subscriptions')
    .where('sessions.expires_at', '>', now);

const rowOf = (subscriber: Subscriber, at: number) => ({
  endpoint: subscriber.endpoint,
  account_id: subscriber.accountId,
  session: subscriber.session,
  p256dh: subscriber.p256dh,
  auth: subscriber.auth,
  kinds_json: JSON.stringify(subscriber.kinds),
  confirmed_at: at,
  failures: 0,
});

const subscriberOf = (row: Selectable<PushSubscriptionTable>): StoredSubscriber => ({
  endpoint: row.endpoint,
  accountId: row.account_id,
  session: row.session,
  p256dh: row.p256dh,
  auth: row.auth,
  kinds: JSON.parse(row.kinds_json),
  failures: row.failures,
});
