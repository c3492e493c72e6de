import { randomUUID } from 'node:crypto';
import { SOVEREIGN_LEVELS } from '../../contract/limits.ts';
import type { Role } from '../../contract/roles.ts';
import { type Account, accountOf, createAccount, isNameTaken } from './accounts.ts';
import type { Tx } from './database.ts';
import { isLastAdmin, setRole } from './people.ts';

interface Subject {
  readonly issuer: string;
  /** Of the person, at that issuer. */
  readonly subject: string;
}

interface NewPerson extends Subject {
  readonly username: string;
  readonly email: string;
  readonly role: Role;
  readonly at: number;
}

/** @returns the account of a person at an OpenID provider; undefined before their first sign-in */
export async function findOpenIdAccount(
  tx: Tx,
  { issuer, subject }: Subject,
): Promise<{ account: Account; disabled: boolean } | undefined> {
  const row = await tx
    .selectFrom('oidc_identities')
    .innerJoin('accounts', 'accounts.id', 'oidc_identities.account_id')
    .selectAll('accounts')
    .where('oidc_identities.issuer', '=', issuer)
    .where('oidc_identities.subject', '=', subject)
    .where('accounts.deleted_at', 'is', null)
    .executeTakeFirst();
  return row && { account: accountOf(row), disabled: row.disabled_at !== null };
}

/** Never joins an account that exists: whoever chooses names at the provider could take it over. */
export async function createOpenIdAccount(tx: Tx, person: NewPerson): Promise<Account> {
  const { issuer, subject, email, role, at } = person;
  const username = await freeName(tx, person.username);
  const account = { id: randomUUID(), username, email, sovereignLevel: SOVEREIGN_LEVELS[0], role };
  await createAccount(tx, { ...account, passwordHash: '', at });
  await tx
    .insertInto('oidc_identities')
    .values({ issuer, subject, account_id: account.id })
    .execute();
  return account;
}

/** Adds a number to a name that is taken. */
async function freeName(tx: Tx, wanted: string): Promise<string> {
  let name = wanted;
  for (let number = 2; await isNameTaken(tx, name); number++) name = `${wanted}-${number}`;
  return name;
}

/** The last admin stays admin. @returns the role that the account has now */
export async function applyRole(tx: Tx, account: Account, role: Role): Promise<Account> {
  if (account.role === role) return account;
  if (account.role === 'admin' && (await isLastAdmin(tx, account.id))) return account;
  await setRole(tx, account.id, role);
  return { ...account, role };
}
