import { countRows, type Database, type Tx } from '../../database/database.ts';
import type { Row } from '../../database/schema.ts';

/** A screen that asks to be approved, by the hashes of what it shows and of what it alone holds. */
export type StoredPairing = Row<'pairings'>;

/** @returns false when another screen shows the same code at the moment */
export async function insertPairing(
  tx: Tx,
  pairing: Omit<StoredPairing, 'displayId'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('pairings')
    .values(pairing)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** @returns the pairing of a browser's secret, unless it is over by `now` */
export const findPairing = (
  db: Database,
  secretHash: string,
  now: number,
): Promise<StoredPairing | undefined> =>
  db
    .selectFrom('pairings')
    .selectAll()
    .where('secretHash', '=', secretHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst();

/** Uses the code up. @returns false when no screen shows it, or it has been used */
export async function approvePairing(
  tx: Tx,
  codeHash: string,
  displayId: string,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('pairings')
    .set({ displayId })
    .where('codeHash', '=', codeHash)
    .where('displayId', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export const countPairings = (db: Database): Promise<number> =>
  countRows(db.selectFrom('pairings'));

export async function deleteOldPairings(tx: Tx, now: number): Promise<void> {
  await tx.deleteFrom('pairings').where('expiresAt', '<=', now).execute();
}
