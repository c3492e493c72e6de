import { ROLES, type Role } from '../../contract/roles.ts';
import type { Person } from '../../contract/shapes/people.ts';
import { accountOf } from './accounts.ts';
import type { Database, Tx } from './database.ts';

/** @returns all accounts but the deleted ones, by name */
export async function listPeople(db: Database | Tx, now: number): Promise<Person[]> {
  const rows = await db
    .selectFrom('accounts')
    .selectAll('accounts')
    .select(({ selectFrom, exists, fn }) => [
      selectFrom('sessions')
        .select(fn.countAll().as('count'))
        .whereRef('account_id', '=', 'accounts.id')
        .where('expires_at', '>', now)
        .as('session_count'),
      exists(selectFrom('passkeys').select('id').whereRef('account_id', '=', 'accounts.id')).as(
        'has_passkey',
      ),
      exists(
        selectFrom('oidc_identities').select('subject').whereRef('account_id', '=', 'accounts.id'),
      ).as('has_provider'),
    ])
    .where('deleted_at', 'is', null)
    .orderBy('username_key')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    username: row.username,
    email: row.email,
    role: roleOf(row),
    source: row.has_provider ? 'oidc' : 'local',
    secondFactor: Boolean(row.has_passkey) || row.totp_since !== null,
    sessions: Number(row.session_count),
    createdAt: Number(row.created_at),
    lastSeenAt: row.seen_at === null ? null : Number(row.seen_at),
    disabledAt: row.disabled_at === null ? null : Number(row.disabled_at),
  }));
}

export interface StoredPerson {
  readonly id: string;
  readonly username: string;
  readonly role: Role;
  readonly disabled: boolean;
}

/** @returns undefined also for a deleted account */
export async function findPerson(tx: Tx, id: string): Promise<StoredPerson | undefined> {
  const row = await tx
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return { id, username: row.username, role: roleOf(row), disabled: row.disabled_at !== null };
}

/** @returns whether nobody could administer the node without this account */
export async function isLastAdmin(tx: Tx, id: string): Promise<boolean> {
  const admins = await tx
    .selectFrom('accounts')
    .select('id')
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .limit(2)
    .execute();
  return admins.length === 1 && admins[0]?.id === id;
}

export async function setRole(tx: Tx, id: string, role: Role): Promise<void> {
  await tx.updateTable('accounts').set({ role }).where('id', '=', id).execute();
}

/** @param at since when it cannot sign in; null: it can */
export async function setDisabled(tx: Tx, id: string, at: number | null): Promise<void> {
  await tx.updateTable('accounts').set({ disabled_at: at }).where('id', '=', id).execute();
}

/** Erases passkeys, one-time codes and recovery codes. @returns whether there were any */
export async function eraseSecondFactors(tx: Tx, id: string): Promise<boolean> {
  const passkeys = await tx.deleteFrom('passkeys').where('account_id', '=', id).executeTakeFirst();
  await tx.deleteFrom('recovery_codes').where('account_id', '=', id).execute();
  const codes = await tx
    .updateTable('accounts')
    .set({ totp_secret: null, totp_since: null, totp_step: null })
    .where('id', '=', id)
    .where('totp_secret', 'is not', null)
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
    'auth_challenges',
    'api_tokens',
    'oidc_identities',
    'push_subscriptions',
    'notification_reads',
    'upload_receipts',
  ] as const)
    await tx.deleteFrom(table).where('account_id', '=', id).execute();
  await tx
    .updateTable('accounts')
    .set({ email: '', password_hash: '', deleted_at: at })
    .where('id', '=', id)
    .execute();
}

/** A role that this release does not know may do the least. */
const roleOf = (row: Parameters<typeof accountOf>[0]): Role =>
  ROLES.find((role) => role === accountOf(row).role) ?? 'viewer';
