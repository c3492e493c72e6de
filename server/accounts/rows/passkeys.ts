import { countRows, type Database, type Tx } from '../../database/database.ts';
import type { Row } from '../../database/schema.ts';

export interface StoredPasskey
  extends Pick<Row<'passkeys'>, 'id' | 'accountId' | 'name' | 'publicKey' | 'counter' | 'rpId'> {
  readonly transports: readonly string[];
  readonly synced: boolean;
}

export async function findPasskey(db: Database, id: string): Promise<StoredPasskey | undefined> {
  const row = await db.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst();
  return row && passkeyOf(row);
}

/** @param rpId only those of this host name */
export async function listPasskeys(
  db: Database,
  accountId: string,
  rpId: string,
): Promise<StoredPasskey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .selectAll()
    .where((eb) => eb.and({ accountId, rpId }))
    .orderBy('createdAt')
    .execute();
  return rows.map(passkeyOf);
}

export const countPasskeys = (tx: Tx, accountId: string): Promise<number> =>
  countRows(tx.selectFrom('passkeys').where('accountId', '=', accountId));

/** @returns false if this credential is registered already, by whomever */
export async function insertPasskey(
  tx: Tx,
  { transports, synced, ...columns }: StoredPasskey,
  at: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('passkeys')
    .values({
      ...columns,
      transportsJson: JSON.stringify(transports),
      synced: synced ? 1 : 0,
      createdAt: at,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** @returns false if it is gone, or was used by another request meanwhile */
export async function markPasskeyUsed(
  tx: Tx,
  { id, counter }: Pick<StoredPasskey, 'id' | 'counter'>,
  use: { readonly counter: number; readonly synced: boolean; readonly at: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ counter: use.counter, synced: use.synced ? 1 : 0, lastUsedAt: use.at })
    .where((eb) => eb.and({ id, counter }))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** @returns its name; undefined if the account has no such passkey */
export async function deletePasskey(
  tx: Tx,
  accountId: string,
  id: string,
): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('passkeys')
    .where((eb) => eb.and({ id, accountId }))
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}

const passkeyOf = ({ transportsJson, synced, ...row }: Row<'passkeys'>): StoredPasskey => ({
  ...row,
  transports: JSON.parse(transportsJson),
  synced: synced === 1,
});
