import { sql } from 'kysely';
import { createListeners } from '../base/listeners.ts';
import type { Loops } from '../base/loop.ts';
import { countRows, type Database, type Tx } from './database.ts';
import { databaseNow } from './database-clock.ts';

/** What an instance has or does at the moment. */
export interface Claim {
  /** Of the row; no other instance has it. */
  readonly id: string;
  readonly kind: ClaimKind;
  /** Of what is claimed, or by whom. */
  readonly key: string;
}

type ClaimKind = 'display' | 'upload';

/**
 * Rows that say what the instances of a database have or do at the moment. They expire with an instance that no longer renews
 * its own.
 */
export type Claims = ReturnType<typeof createClaims>;

const EXPIRE_MS = 15_000;
const RENEW = { name: 'renew claims', everyMs: 4_000, limitMs: 10_000, isLater: true };

export function createClaims(db: Database, loops: Loops) {
  const now = databaseNow(db);
  /** Claim by id, and whether it is still true. */
  const held = new Map<string, readonly [Claim, () => boolean]>();
  const expiries = createListeners<[kinds: readonly string[]]>();

  async function renew(): Promise<void> {
    for (const [id, [, isTrue]] of [...held]) if (!isTrue()) held.delete(id);
    const claims = [...held.values()].map(([claim]) => claim);
    // Also those that expired while this instance could not reach the database.
    if (claims.length > 0) await upsert(db, claims);
    // Written again after they were released.
    await remove(
      db,
      claims.flatMap(({ id }) => (held.has(id) ? [] : [id])),
    );
    const expired = await db
      .deleteFrom('claims')
      .where('expiresAt', '<', now)
      .returning('kind')
      .execute();
    const kinds = [...new Set(expired.map(({ kind }) => kind))];
    if (kinds.length > 0) expiries.tell(kinds);
  }

  const renewing = loops.repeat(RENEW, renew);

  return {
    /**
     * Adds the claim to the table with the transaction. It is renewed until it is released.
     * @param isTrue false: nobody could release it, and it is no longer renewed
     */
    async hold(tx: Tx, claim: Claim, isTrue = () => true): Promise<void> {
      await upsert(tx, [claim]);
      held.set(claim.id, [claim, isTrue]);
    },
    /** Removes it, with a transaction if one is given. */
    async release(id: string, tx: Database = db): Promise<void> {
      held.delete(id);
      await remove(tx, [id]);
    },
    count: (tx: Tx, of: { readonly kind: ClaimKind; readonly key?: string }) =>
      countRows(
        tx
          .selectFrom('claims')
          .where((eb) => eb.and(of))
          .where('expiresAt', '>=', now),
      ),
    /** @returns what instances claim of this kind */
    async keysOf(db: Database, kind: ClaimKind): Promise<Set<string>> {
      const rows = await db
        .selectFrom('claims')
        .select('key')
        .where('kind', '=', kind)
        .where('expiresAt', '>=', now)
        .execute();
      return new Set(rows.map(({ key }) => key));
    },
    /** Called when claims of an instance that is gone have expired. @returns unsubscribe */
    onExpired: expiries.add,
    /** Ends the renewals, and removes the rows of this instance. */
    async close(): Promise<void> {
      await renewing.close();
      const ids = [...held.keys()];
      held.clear();
      await remove(db, ids).catch(() => undefined);
    },
  };
}

async function remove(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('claims').where('id', 'in', ids).execute();
}

async function upsert(db: Database, claims: readonly Claim[]): Promise<void> {
  const expiresAt = sql<number>`${databaseNow(db)} + ${EXPIRE_MS}`;
  await db
    .insertInto('claims')
    .values(claims.map(({ id, kind, key }) => ({ id, kind, key, expiresAt })))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ expiresAt: (eb) => eb.ref('excluded.expiresAt') }),
    )
    .execute();
}
