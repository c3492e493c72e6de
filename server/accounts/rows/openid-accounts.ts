import { randomUUID } from 'node:crypto';
import { SOVEREIGN_LEVELS } from '../../../contract/limits.ts';
import type { Role } from '../../../contract/roles.ts';
import type { Account } from '../../base/session.ts';
import type { Tx } from '../../database/database.ts';
import { accountOf, createAccount, isNameTaken } from './accounts.ts';

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
): Promise<Account | undefined> {
  const row = await tx
    .selectFrom('oidcIdentities')
    .innerJoin('accounts', 'accounts.id', 'oidcIdentities.accountId')
    .selectAll('accounts')
    .where('oidcIdentities.issuer', '=', issuer)
    .where('oidcIdentities.subject', '=', subject)
    .where('accounts.deletedAt', 'is', null)
    .executeTakeFirst();
  return row && accountOf(row);
}

/** Never joins an account that exists: whoever chooses names at the provider could take it over. */
export async function createOpenIdAccount(tx: Tx, person: NewPerson): Promise<Account> {
  const { issuer, subject, email, role, at } = person;
  const username = await freeName(tx, person.username);
  const account = { id: randomUUID(), username, email, sovereignLevel: SOVEREIGN_LEVELS[0], role };
  await createAccount(tx, { ...account, passwordHash: '', at });
  await tx
    .insertInto('oidcIdentities')
    .values({ issuer, subject, accountId: account.id })
    .execute();
  return account;
}

/** Adds a number to a name that is taken. */
async function freeName(tx: Tx, wanted: string): Promise<string> {
  let name = wanted;
  for (let number = 2; await isNameTaken(tx, name); number++) name = `${wanted}-${number}`;
  return name;
}
