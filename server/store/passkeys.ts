import type { Selectable } from 'kysely';
import type { Database, Tx } from './database.ts';
import type { PeopleTables } from './people-schema.ts';

export interface StoredPasskey {
  /** Of the credential, base64url. */
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  /** COSE key, base64url. */
  readonly publicKey: string;
  /** Signatures that the authenticator has made; 0 if it does not count. */
  readonly counter: number;
  readonly transports: readonly string[];
  readonly rpId: string;
  readonly synced: boolean;
}

export async function findPasskey(
  db: Database | Tx,
  id: string,
): Promise<StoredPasskey | undefined> {
  const row = await db.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst();
  return row && passkeyOf(row);
}

/** @param rpId only those of this host name */
export async function listPasskeys(
  db: Database | Tx,
  accountId: string,
  rpId: string,
): Promise<StoredPasskey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('rp_id', '=', rpId)
    .orderBy('created_at')
    .execute();
  return rows.map(passkeyOf);
}

export async function countPasskeys(tx: Tx, accountId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('passkeys')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** @returns false if this credential is registered already, by whomever */
export async function insertPasskey(tx: Tx, passkey: StoredPasskey, at: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('passkeys')
    .values({
      id: passkey.id,
      account_id: passkey.accountId,
      name: passkey.name,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports_json: JSON.stringify(passkey.transports),
      rp_id: passkey.rpId,
      synced: passkey.synced ? 1 : 0,
      created_at: at,
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) === 1;
}

/** @returns false if it is gone, or was used by another request meanwhile */
export async function markPasskeyUsed(
  tx: Tx,
  { id, counter }: Pick<StoredPasskey, 'id' | 'counter'>,
  use: { readonly counter: number; readonly synced: boolean; readonly at: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ counter: use.counter, synced: use.synced ? 1 : 0, last_used_at: use.at })
    .where('id', '=', id)
    .where('counter', '=', counter)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) === 1;
}

/** @returns its name; undefined if the account has no such passkey */
export async function deletePasskey(
  tx: Tx,
  accountId: string,
  id: string,
): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}

const passkeyOf = (row: Selectable<PeopleTables['passkeys']>): StoredPasskey => ({
  id: row.id,
  accountId: row.account_id,
  name: row.name,
  publicKey: row.public_key,
  counter: Number(row.counter),
  transports: JSON.parse(row.transports_json),
  rpId: row.rp_id,
  synced: Number(row.synced) === 1,
});
