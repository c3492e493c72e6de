import { type ExpressionBuilder, sql } from 'kysely';
import type { Database, Tx } from './database.ts';
import { DATABASE_NOW } from './database-clock.ts';
import type { Tables } from './schema.ts';

/**
 * What one instance at a time may do, for a limited time that it prolongs. Times are the database's, so that the clocks of
 * instances may differ. The token grows with each holder: what an earlier holder still writes is refused by it.
 */
export interface Lease {
  readonly name: string;
  /** Id of the instance. */
  readonly holder: string;
  readonly token: number;
}

/** None lasts longer than this. */
const HELD_MAX_MS = 60_000;
/** One that ends later is of before the clock of the database was set back: its holder, if it lives, renews it within seconds. */
export const isHeld = (eb: ExpressionBuilder<Tables, 'leases'>, now = DATABASE_NOW) =>
  eb.between(
    'leases.expiresAt',
    sql<number>`${now} + 1`,
    sql<number>`${now} + ${sql.lit(HELD_MAX_MS)}`,
  );

/** @returns whether nobody holds it */
export async function isLeaseFree(db: Database, name: string): Promise<boolean> {
  const held = await db
    .selectFrom('leases')
    .select('holder')
    .where('name', '=', name)
    .where((eb) => isHeld(eb))
    .executeTakeFirst();
  return held === undefined;
}

/**
 * Takes a lease that nobody holds. A transaction waits for the one that writes: what the former holder commits, it commits
 * before.
 *
 * @returns undefined if somebody holds it
 */
export function takeLease(
  db: Database,
  { name, holder, ttlMs }: Omit<Lease, 'token'> & { readonly ttlMs: number },
): Promise<Lease | undefined> {
  const expiresAt = sql<number>`${DATABASE_NOW} + ${sql.lit(ttlMs)}`;
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .insertInto('leases')
      .values({ name, holder, token: 1, expiresAt })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet((eb) => ({
            holder,
            token: eb('leases.token', '+', 1),
            expiresAt,
          }))
          .where((eb) => eb.not(isHeld(eb))),
      )
      .returning('token')
      .executeTakeFirst();
    return row && { name, holder, token: row.token };
  });
}

/** @returns false if somebody else has taken it */
export async function renewLease(db: Database, lease: Lease, ttlMs: number): Promise<boolean> {
  const { numUpdatedRows } = await ofHolder(db, lease)
    .set({ expiresAt: sql`${DATABASE_NOW} + ${sql.lit(ttlMs)}` })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Lets somebody else take it at once. */
export async function releaseLease(db: Database, lease: Lease): Promise<void> {
  await ofHolder(db, lease).set({ expiresAt: 0 }).execute();
}

const ofHolder = (db: Database, { name, holder, token }: Lease) =>
  db
    .updateTable('leases')
    .where((eb) => eb.and({ name, holder }))
    .where('token', '=', token);

/** @returns whether nobody has taken it since: what the transaction writes is then written before they do */
export async function holdsLease(tx: Tx, { name, holder, token }: Lease): Promise<boolean> {
  const row = await tx
    .selectFrom('leases')
    .select('name')
    .where((eb) => eb.and({ name, holder, token }))
    .executeTakeFirst();
  return row !== undefined;
}
