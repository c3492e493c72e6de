import type { Selectable } from 'kysely';
import type { AccountDetails } from '../../../contract/shapes/people.ts';
import type { Database, Tx } from '../../database/database.ts';
import type { PeopleTables } from '../../database/people-schema.ts';
import { dropAuthChallenges } from './auth-challenges.ts';

/** A live session as its owner sees it, with the hash that names it. */
type OwnSession = Selectable<PeopleTables['sessions']>;

type OwnAccount = Pick<
  AccountDetails,
  'email' | 'source' | 'createdAt' | 'passkeys' | 'codesSince' | 'recoveryCodesLeft'
> & {
  /** '' if it has none here. */
  readonly passwordHash: string;
};

/** @returns what is stored about an account that is signed in */
export async function readOwnAccount(db: Database, id: string): Promise<OwnAccount> {
  const row = await db
    .selectFrom('accounts')
    .selectAll('accounts')
    .select(({ selectFrom, exists, fn }) => [
      selectFrom('recoveryCodes')
        .select(fn.countAll<number>().as('count'))
        .whereRef('accountId', '=', 'accounts.id')
        .as('recoveryCodes'),
      exists(
        selectFrom('oidcIdentities').select('subject').whereRef('accountId', '=', 'accounts.id'),
      ).as('hasProvider'),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return {
    email: row.email,
    passwordHash: row.passwordHash,
    source: row.hasProvider ? 'oidc' : 'local',
    createdAt: row.createdAt,
    passkeys: await ownPasskeys(db, id),
    codesSince: row.totpSince,
    recoveryCodesLeft: row.recoveryCodes ?? 0,
  };
}

async function ownPasskeys(db: Database, accountId: string): Promise<AccountDetails['passkeys']> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'synced', 'rpId as host', 'createdAt', 'lastUsedAt'])
    .where('accountId', '=', accountId)
    .orderBy('createdAt')
    .execute();
  return rows.map((row) => ({ ...row, synced: row.synced === 1 }));
}

/** @returns the live sessions of an account, newest use first */
export const listOwnSessions = (
  db: Database,
  accountId: string,
  now: number,
): Promise<OwnSession[]> =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('expiresAt', '>', now)
    .orderBy('seenAt', 'desc')
    .orderBy('tokenHash')
    .execute();

export async function setEmail(tx: Tx, id: string, email: string): Promise<void> {
  await tx.updateTable('accounts').set({ email }).where('id', '=', id).execute();
}

/** @returns false if the password was changed since `before` was read */
export async function replacePassword(
  tx: Tx,
  id: string,
  { before, after }: { readonly before: string; readonly after: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set({ passwordHash: after })
    .where((eb) => eb.and({ id, passwordHash: before }))
    .executeTakeFirstOrThrow();
  await dropAuthChallenges(tx, id);
  return numUpdatedRows === 1n;
}
