import { ROLES, type Role, type SessionRole } from '../../contract/roles.ts';
import { dropAuthChallenges } from './auth-challenges.ts';
import type { Database, Tx } from './database.ts';

/** Who somebody is, without what proves it. */
export interface Account {
  readonly id: string;
  /** As it was typed at sign-up. */
  readonly username: string;
  readonly email: string;
  readonly sovereignLevel: string;
  readonly role: SessionRole;
}

interface NewAccount extends Account {
  readonly passwordHash: string;
  readonly role: Role;
  readonly at: number;
}

/** Two names that look alike are one: compatibility forms and case are folded away. */
export const usernameKey = (username: string) => username.normalize('NFKC').trim().toLowerCase();

/** @returns false when the name is taken; of two at the same moment exactly one gets true */
export async function createAccount(tx: Tx, account: NewAccount): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('accounts')
    .values({
      id: account.id,
      username: account.username,
      username_key: usernameKey(account.username),
      email: account.email,
      password_hash: account.passwordHash,
      sovereign_level: account.sovereignLevel,
      created_at: account.at,
      role: account.role,
    })
    .onConflict((conflict) => conflict.column('username_key').doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) === 1;
}

export async function hasAccounts(db: Database | Tx): Promise<boolean> {
  const row = await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst();
  return row !== undefined;
}

/** @returns also for a deleted account, whose name is not given to somebody else */
export async function isNameTaken(db: Database | Tx, username: string): Promise<boolean> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where('username_key', '=', usernameKey(username))
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
  db: Database | Tx,
  username: string,
): Promise<FoundAccount | undefined> {
  const row = await db
    .selectFrom('accounts')
    .selectAll()
    .where('username_key', '=', usernameKey(username))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row && { account: accountOf(row), passwordHash: row.password_hash || undefined };
}

export async function setPasswordHash(tx: Tx, id: string, passwordHash: string): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ password_hash: passwordHash })
    .where('id', '=', id)
    .execute();
  await dropAuthChallenges(tx, id);
}

/** @returns how many accounts there are, and the first few names, oldest first; deleted ones do not count */
export async function listAccountNames(
  db: Database,
  limit: number,
): Promise<{ count: number; names: string[] }> {
  const { count } = await db
    .selectFrom('accounts')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('accounts')
    .select('username')
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return { count: Number(count), names: rows.map((row) => row.username) };
}

export function accountOf(row: {
  id: string;
  username: string;
  email: string;
  sovereign_level: string;
  role: string;
}): Account {
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    sovereignLevel: row.sovereign_level,
    // A role that this release does not know may do the least.
    role: ROLES.find((role) => role === row.role) ?? 'viewer',
  };
}
