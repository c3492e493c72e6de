import type { Role } from '../../../contract/roles.ts';
import type { Person } from '../../../contract/shapes/people.ts';
import type { Database, Tx } from '../../database/database.ts';
import { roleOf } from './accounts.ts';

/** @returns all accounts but the deleted ones, by name */
export async function listPeople(db: Database, now: number): Promise<Person[]> {
  const rows = await db
    .selectFrom('accounts')
    .selectAll('accounts')
    .select(({ selectFrom, exists, fn }) => [
      selectFrom('sessions')
        .select(fn.countAll<number>().as('count'))
        .whereRef('accountId', '=', 'accounts.id')
        .where('expiresAt', '>', now)
        .as('sessionCount'),
      exists(selectFrom('passkeys').select('id').whereRef('accountId', '=', 'accounts.id')).as(
        'hasPasskey',
      ),
      exists(
        selectFrom('oidcIdentities').select('subject').whereRef('accountId', '=', 'accounts.id'),
      ).as('hasProvider'),
    ])
    .where('deletedAt', 'is', null)
    .orderBy('usernameKey')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    username: row.username,
    email: row.email,
    role: roleOf(row.role),
    source: row.hasProvider ? 'oidc' : 'local',
    secondFactor: Boolean(row.hasPasskey) || row.totpSince !== null,
    sessions: row.sessionCount ?? 0,
    createdAt: row.createdAt,
    lastSeenAt: row.seenAt,
    disabledAt: row.disabledAt,
  }));
}

/** @returns those who may change something, by name */
export const operatorsIn = (db: Database) =>
  db
    .selectFrom('accounts')
    .select(['id', 'username'])
    .where('role', 'in', ['operator', 'admin'])
    .where('disabledAt', 'is', null)
    .where('deletedAt', 'is', null)
    .orderBy('usernameKey')
    .execute();

export const listOperators = async (db: Database): Promise<string[]> =>
  (await operatorsIn(db)).map(({ username }) => username);

/** Who decided that an account cannot sign in: an admin, or the OpenID provider that gave it no role. */
export type DisabledBy = 'admin' | 'provider';

export interface StoredPerson {
  readonly id: string;
  readonly username: string;
  readonly role: Role;
  /** Null: it can sign in. */
  readonly disabledBy: DisabledBy | null;
}

/** @returns undefined also for a deleted account */
export async function findPerson(tx: Tx, id: string): Promise<StoredPerson | undefined> {
  const row = await tx
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const disabledBy = row.disabledAt === null ? null : (row.disabledBy ?? 'admin');
  return { id, username: row.username, role: roleOf(row.role), disabledBy };
}

/** @returns whether nobody could administer the node without this account */
export async function isLastAdmin(tx: Tx, id: string): Promise<boolean> {
  const admins = await tx
    .selectFrom('accounts')
    .select('id')
    .where('role', '=', 'admin')
    .where('disabledAt', 'is', null)
    .where('deletedAt', 'is', null)
    .limit(2)
    .execute();
  return admins.length === 1 && admins[0]?.id === id;
}

export async function setRole(tx: Tx, id: string, role: Role): Promise<void> {
  await tx.updateTable('accounts').set({ role }).where('id', '=', id).execute();
}

/** @param by null: it can sign in again */
export async function setDisabled(
  tx: Tx,
  id: string,
  { by, at }: { readonly by: DisabledBy | null; readonly at: number },
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({
      disabledAt: by === null ? null : at,
      disabledBy: by === 'provider' ? by : null,
    })
    .where('id', '=', id)
    .execute();
}

/** Erases passkeys, one-time codes and recovery codes. @returns whether there were any */
export async function eraseSecondFactors(tx: Tx, id: string): Promise<boolean> {
  const passkeys = await tx.deleteFrom('passkeys').where('accountId', '=', id).executeTakeFirst();
  await tx.deleteFrom('recoveryCodes').where('accountId', '=', id).execute();
  const codes = await tx
    .updateTable('accounts')
    .set({ totpSecret: null, totpSince: null, totpStep: null })
    .where('id', '=', id)
    .where('totpSecret', 'is not', null)
    .executeTakeFirst();
  return passkeys.numDeletedRows > 0n || codes.numUpdatedRows > 0n;
}

/**
 * Deletes an account: everything personal is erased, its name stays taken, and its bundles and activity stay under that name.
 * Its sessions are ended by `Sessions.endAllOf` after the commit, because their sockets close with them; from the commit
 * on they open nothing.
 */
export async function eraseAccount(tx: Tx, id: string, at: number): Promise<void> {
  await eraseSecondFactors(tx, id);
  for (const table of [
    'authChallenges',
    'apiTokens',
    'oidcIdentities',
    'pushSubscriptions',
    'notificationReads',
    'uploadReceipts',
  ] as const)
    await tx.deleteFrom(table).where('accountId', '=', id).execute();
  await tx
    .updateTable('accounts')
    .set({ email: '', passwordHash: '', deletedAt: at })
    .where('id', '=', id)
    .execute();
}
