import { countRows, type Database, type Tx } from '../database/database.ts';
import type { Row } from '../database/schema.ts';

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
  /** When the device last said that it is still there. */
  readonly confirmedAt: number;
  /** Messages that its push service refused since it last took one. */
  readonly failures: number;
}

/** Writes a subscription over the one with its endpoint: the device may have changed hands or mind. */
export async function saveSubscriber(
  tx: Tx,
  { endpoint, kinds, ...columns }: Subscriber,
  at: number,
): Promise<void> {
  const rest = { ...columns, kindsJson: JSON.stringify(kinds), confirmedAt: at, failures: 0 };
  await tx
    .insertInto('pushSubscriptions')
    .values({ endpoint, ...rest })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(rest))
    .execute();
}

/** Lets those of an account go that were confirmed longest ago, until `max` are left. */
export async function keepNewestSubscribers(tx: Tx, accountId: string, max: number) {
  await tx
    .deleteFrom('pushSubscriptions')
    .where('accountId', '=', accountId)
    .where('endpoint', 'not in', (eb) =>
      eb
        .selectFrom('pushSubscriptions')
        .select('endpoint')
        .where('accountId', '=', accountId)
        .orderBy('confirmedAt', 'desc')
        .orderBy('endpoint')
        .limit(max),
    )
    .execute();
}

export const countSubscribers = (db: Database): Promise<number> =>
  countRows(db.selectFrom('pushSubscriptions'));

/** @returns the subscription of this endpoint, or undefined when nobody is signed in there any more */
export async function findSubscriber(
  db: Database,
  endpoint: string,
  now: number,
): Promise<StoredSubscriber | undefined> {
  const row = await signedIn(db, now).where('endpoint', '=', endpoint).executeTakeFirst();
  return row && subscriberOf(row);
}

export async function listSubscribers(db: Database, now: number): Promise<StoredSubscriber[]> {
  return (await signedIn(db, now).execute()).map(subscriberOf);
}

/** @param accountId whose it must be; anybody's by default */
export async function removeSubscriber(
  tx: Tx,
  endpoint: string,
  accountId?: string,
): Promise<void> {
  let query = tx.deleteFrom('pushSubscriptions').where('endpoint', '=', endpoint);
  if (accountId !== undefined) query = query.where('accountId', '=', accountId);
  await query.execute();
}

/** Counts a refused message; the subscription goes when there were `max` in a row. */
export async function countFailure(tx: Tx, endpoint: string, max: number): Promise<void> {
  await tx
    .updateTable('pushSubscriptions')
    .set(({ eb }) => ({ failures: eb('failures', '+', 1) }))
    .where('endpoint', '=', endpoint)
    .execute();
  await tx
    .deleteFrom('pushSubscriptions')
    .where('endpoint', '=', endpoint)
    .where('failures', '>=', max)
    .execute();
}

/** Takes the count of refused messages back: one was taken. */
export async function forgetFailures(tx: Tx, endpoint: string): Promise<void> {
  await tx
    .updateTable('pushSubscriptions')
    .set({ failures: 0 })
    .where('endpoint', '=', endpoint)
    .execute();
}

const signedIn = (db: Database, now: number) =>
  db
    .selectFrom('pushSubscriptions')
    .innerJoin('sessions', 'sessions.tokenHash', 'pushSubscriptions.session')
    .innerJoin('accounts', 'accounts.id', 'pushSubscriptions.accountId')
    .selectAll('pushSubscriptions')
    .where('sessions.expiresAt', '>', now)
    // Of a disabled account the sessions may still be there.
    .where('accounts.disabledAt', 'is', null)
    .where('accounts.deletedAt', 'is', null);

const subscriberOf = ({ kindsJson, ...row }: Row<'pushSubscriptions'>): StoredSubscriber => ({
  ...row,
  kinds: JSON.parse(kindsJson),
});
