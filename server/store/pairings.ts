import type { Database, Tx } from './database.ts';

/** A screen that asks to be approved, by the hashes of what it shows and of what it alone holds. */
export interface StoredPairing {
  readonly secretHash: string;
  readonly codeHash: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  /** Of the display that was made of it; null while nobody has approved it. */
  readonly displayId: string | null;
}

/** @returns false when another screen shows the same code at the moment */
export async function insertPairing(
  tx: Tx,
  pairing: Omit<StoredPairing, 'displayId'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('pairings')
    .values({
      secret_hash: pairing.secretHash,
      code_hash: pairing.codeHash,
      expires_at: pairing.expiresAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) === 1;
}

/** @returns the pairing of a browser's secret, unless it is over by `now` */
export async function findPairing(
  db: Database | Tx,
  secretHash: string,
  now: number,
): Promise<StoredPairing | undefined> {
  const row = await db
    .selectFrom('pairings')
    .selectAll()
    .where('secret_hash', '=', secretHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return (
    row && {
      secretHash: row.secret_hash,
      codeHash: row.code_hash,
      expiresAt: Number(row.expires_at),
      displayId: row.display_id,
    }
  );
}

/** Uses the code up. @returns false when no screen shows it, or it has been used */
export async function approvePairing(
  tx: Tx,
  codeHash: string,
  displayId: string,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('pairings')
    .set({ display_id: displayId })
    .where('code_hash', '=', codeHash)
    .where('display_id', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

export async function countPairings(db: Database | Tx): Promise<number> {
  const { count } = await db
    .selectFrom('pairings')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function deleteOldPairings(tx: Tx, now: number): Promise<void> {
  await tx.deleteFrom('pairings').where('expires_at', '<=', now).execute();
}
