import { sql } from 'kysely';
import type { Database, Tx } from '../database.ts';
import { DATABASE_NOW } from '../database-clock.ts';

/** What an instance has or does at the moment. */
export interface Claim {
  /** Of the row; no other instance has it. */
  readonly id: string;
  readonly kind: ClaimKind;
  /** Of what is claimed, or by whom. */
  readonly key: string;
}

export type ClaimKind = 'display' | 'upload';

/**
 * Rows that say what the instances of a database have or do at the moment. They expire with an instance that no longer renews
 * its own.
 */
export interface Claims {
  /**
   * Adds the claim to the table with the transaction. It is renewed until it is released.
   * @param isTrue false: nobody could release it, and it is no longer renewed
   */
  hold(tx: Tx, claim: Claim, isTrue?: () => boolean): Promise<void>;
  /** Removes it, with a transaction if one is given. */
  release(id: string, tx?: Tx): Promise<void>;
  count(tx: Tx, of: { readonly kind: ClaimKind; readonly key?: string }): Promise<number>;
  /** @returns what instances claim of this kind */
  keysOf(db: Database | Tx, kind: ClaimKind): Promise<Set<string>>;
  /** Called when claims of an instance that is gone have expired. @returns unsubscribe */
  onExpired(listener: (kinds: readonly string[]) => void): () => void;
  /** Ends the renewals, and removes the rows of this instance. */
  close(): Promise<void>;
}

const CLAIM_MS = { renew: 4_000, expire: 15_000 } as const;

export function createClaims(db: Database): Claims {
  /** Claim by id, and whether it is still true. */
  const held = new Map<string, readonly [Claim, () => boolean]>();
  const listeners = new Set<(kinds: readonly string[]) => void>();
  let renewing: Promise<void> = Promise.resolve();

  async function renew(): Promise<void> {
    for (const [id, [, isTrue]] of [...held]) if (!isTrue()) held.delete(id);
    const rows = [...held.values()].map(([claim]) => rowOf(claim));
    // Also those that expired while this instance could not reach the database.
    if (rows.length > 0) await upsert(db, rows);
    const expired = await db
      .deleteFrom('claims')
      .where('expires_at', '<', DATABASE_NOW)
      .returning('kind')
      .execute();
    const kinds = [...new Set(expired.map(({ kind }) => kind))];
    if (kinds.length > 0) for (const listener of listeners) listener(kinds);
  }

  // A renewal that fails is made up for by the next one.
  const timer = setInterval(() => {
    renewing = renewing.then(renew).catch(() => undefined);
  }, CLAIM_MS.renew);
  timer.unref();

  return {
    async hold(tx, claim, isTrue = () => true) {
      await upsert(tx, [rowOf(claim)]);
      held.set(claim.id, [claim, isTrue]);
    },
    async release(id, tx) {
      held.delete(id);
      // A renewal that is under way would write it again.
      await renewing;
      await (tx ?? db).deleteFrom('claims').where('id', '=', id).execute();
    },
    async count(tx, of) {
      const { count } = await tx
        .selectFrom('claims')
        .select(({ fn }) => fn.countAll().as('count'))
        .where((eb) => eb.and(of))
        .where('expires_at', '>=', DATABASE_NOW)
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    async keysOf(db, kind) {
      const rows = await db
        .selectFrom('claims')
        .select('key')
        .where('kind', '=', kind)
        .where('expires_at', '>=', DATABASE_NOW)
        .execute();
      return new Set(rows.map(({ key }) => key));
    },
    onExpired(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      clearInterval(timer);
      await renewing;
      const ids = [...held.keys()];
      held.clear();
      if (ids.length > 0)
        await db
          .deleteFrom('claims')
          .where('id', 'in', ids)
          .execute()
          .catch(() => undefined);
    },
  };
}

const rowOf = ({ id, kind, key }: Claim) => ({
  ...{ id, kind, key },
  expires_at: sql<number>`${DATABASE_NOW} + ${CLAIM_MS.expire}`,
});

async function upsert(db: Database | Tx, rows: readonly ReturnType<typeof rowOf>[]): Promise<void> {
  await db
    .insertInto('claims')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ expires_at: (eb) => eb.ref('excluded.expires_at') }),
    )
    .execute();
}
