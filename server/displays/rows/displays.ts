import type { Database, Tx } from '../../database/database.ts';
import type { Row } from '../../database/schema.ts';

/** A paired screen as it is stored. */
type StoredDisplay = Row<'displays'>;

export async function insertDisplay(
  tx: Tx,
  display: Pick<StoredDisplay, 'id' | 'name' | 'approvedBy' | 'createdAt'>,
): Promise<void> {
  const { id, name, approvedBy, createdAt } = display;
  await tx.insertInto('displays').values({ id, name, approvedBy, createdAt }).execute();
}

/** @returns all of them, oldest first */
export const listDisplays = (db: Database): Promise<StoredDisplay[]> =>
  db.selectFrom('displays').selectAll().orderBy('createdAt').orderBy('id').execute();

export const findDisplay = (db: Database, id: string): Promise<StoredDisplay | undefined> =>
  db.selectFrom('displays').selectAll().where('id', '=', id).executeTakeFirst();

export async function changeDisplay(
  tx: Tx,
  id: string,
  change: { tokenHash?: string; seenAt?: number; build?: string },
): Promise<void> {
  await tx.updateTable('displays').set(change).where('id', '=', id).execute();
}

/** Its session and its pairing end with it. */
export async function deleteDisplay(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('displays').where('id', '=', id).execute();
}
