import type { AccountDetails } from '../../contract/shapes/people.ts';
import { dropAuthChallenges } from './auth-challenges.ts';
import type { Database, Tx } from './database.ts';

/** A live session as its owner sees it, with the hash that names it. */
interface OwnSession {
  readonly tokenHash: string;
  readonly userAgent: string;
  readonly address: string;
  readonly createdAt: number;
  readonly seenAt: number;
  readonly expiresAt: number;
  readonly provenAt: number;
}

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
      selectFrom('recovery_codes')
        .select(fn.countAll().as('count'))
        .whereRef('account_id', '=', 'accounts.id')
        .as('recovery_codes'),
      exists(
        selectFrom('oidc_identities').select('subject').whereRef('account_id', '=', 'accounts.id'),
      ).as('has_provider'),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return {
    email: row.email,
    passwordHash: row.password_hash,
    source: row.has_provider ? 'oidc' : 'local',
    createdAt: Number(row.created_at),
    passkeys: await ownPasskeys(db, id),
    codesSince: row.totp_since === null ? null : Number(row.totp_since),
    recoveryCodesLeft: Number(row.recovery_codes),
  };
}

async function ownPasskeys(db: Database, accountId: string): Promise<AccountDetails['passkeys']> {
  const rows = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    synced: row.synced === 1,
    host: row.rp_id,
    createdAt: Number(row.created_at),
    lastUsedAt: row.last_used_at === null ? null : Number(row.last_used_at),
  }));
}

/** @returns the live sessions of an account, newest use first */
export async function listOwnSessions(
  db: Database,
  accountId: string,
  now: number,
): Promise<OwnSession[]> {
  const rows = await db
    .selectFrom('sessions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .orderBy('seen_at', 'desc')
    .orderBy('token_hash')
    .execute();
  return rows.map((row) => ({
    tokenHash: row.token_hash,
    userAgent: row.user_agent,
    address: row.address,
    createdAt: Number(row.created_at),
    seenAt: Number(row.seen_at),
    expiresAt: Number(row.expires_at),
    provenAt: Number(row.proven_at),
  }));
}

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
    .set({ password_hash: after })
    .where('id', '=', id)
    .where('password_hash', '=', before)
    .executeTakeFirstOrThrow();
  await dropAuthChallenges(tx, id);
  return numUpdatedRows === 1n;
}
