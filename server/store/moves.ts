import type { Selectable } from 'kysely';
import type { Tx } from './database.ts';
import type { MoveTable } from './instances-schema.ts';

/** @returns undefined if the rows of this database were not moved here */
export const readMove = (tx: Tx): Promise<Selectable<MoveTable> | undefined> =>
  tx.selectFrom('moves').selectAll().executeTakeFirst();

/** Replaces what an earlier move has left. */
export async function saveMove(tx: Tx, move: Selectable<MoveTable>): Promise<void> {
  await tx.deleteFrom('moves').execute();
  await tx.insertInto('moves').values(move).execute();
}
