import { ROLES, type Role } from '../../../contract/roles.ts';
import type { Account } from '../../base/session.ts';
import { countRows, type Database, type Tx } from '../../database/database.ts';
import type { Row } from '../../database/schema.ts';
import { dropAuthChallenges } from './auth-challenges.ts';

interface NewAccount extends Account {
  readonly passwordHash: string;
  readonly role: Role;
  readonly at: number;
}

/** Two names that look alike are one: compatibility forms and case are folded away. */
export const usernameKey = (username: string) => username.normalize('NFKC').trim().toLowerCase();

/** @returns false when the name is taken; of two at the same moment exactly one gets true */
export async function createAccount(tx: Tx, account: NewAccount): Promise<boolean> {
  const { at, ...columns } = account;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('accounts')
    .values({ ...columns, usernameKey: usernameKey(account.username), createdAt: at })
    .onConflict((conflict) => conflict.column('usernameKey').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function hasAccounts(db: Database): Promise<boolean> {
  const row = await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst();
  return row !== undefined;
}

/** @returns also for a deleted account, whose name is not given to somebody else */
export async function isNameTaken(db: Database, username: string): Promise<boolean> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where('usernameKey', '=', usernameKey(username))
    .executeTakeFirst();
  return row !== undefined;
}

interface FoundAccount {
  readonly account: Account;
  /** undefined: it has no password here. */
  readonly passwordHash: string | undefined;
}

/** @returns the account of this name, unless it was deleted; it may be disabled */
export async function findAccountByName(
  db: Database,
  username: string,
): Promise<FoundAccount | undefined> {
  const row = await db
    .selectFrom('accounts')
    .selectAll()
    .where('usernameKey', '=', usernameKey(username))
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row && { account: accountOf(row), passwordHash: row.passwordHash || undefined };
}

export async function setPasswordHash(tx: Tx, id: string, passwordHash: string): Promise<void> {
  await tx.updateTable('accounts').set({ passwordHash }).where('id', '=', id).execute();
  await dropAuthChallenges(tx, id);
}

/** @returns how many accounts there are, and the first few names, oldest first; deleted ones do not count */
export async function listAccountNames(
  db: Database,
  limit: number,
): Promise<{ count: number; names: string[] }> {
  const count = await countRows(db.selectFrom('accounts').where('deletedAt', 'is', null));
  const rows = await db
    .selectFrom('accounts')
    .select('username')
    .where('deletedAt', 'is', null)
    .orderBy('createdAt')
    .limit(limit)
    .execute();
  return { count, names: rows.map((row) => row.username) };
}

/** A role that this release does not know may do the least. */
export const roleOf = (stored: string): Role => ROLES.find((role) => role === stored) ?? 'viewer';

export const accountOf = (
  row: Pick<Row<'accounts'>, 'id' | 'username' | 'email' | 'sovereignLevel' | 'role'>,
): Account => ({
  id: row.id,
  username: row.username,
  email: row.email,
  sovereignLevel: row.sovereignLevel,
  role: roleOf(row.role),
});
