import { type Account, accountOf } from './accounts.ts';
import type { Database, Tx } from './database.ts';

interface StoredSession {
  readonly tokenHash: string;
  readonly account: Account;
  readonly seenAt: number;
  readonly expiresAt: number;
}

export async function insertSession(
  tx: Tx,
  session: { tokenHash: string; accountId: string; at: number; expiresAt: number },
): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({
      token_hash: session.tokenHash,
      account_id: session.accountId,
      created_at: session.at,
      seen_at: session.at,
      expires_at: session.expiresAt,
    })
    .execute();
}

/** @returns the session and its account, unless it has expired by `now` */
export async function findSession(
  db: Database | Tx,
  tokenHash: string,
  now: number,
): Promise<StoredSession | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .selectAll('accounts')
    .select(['sessions.token_hash', 'sessions.seen_at', 'sessions.expires_at'])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', now)
    .executeTakeFirst();
  return (
    row && {
      tokenHash: row.token_hash,
      account: accountOf(row),
      seenAt: Number(row.seen_at),
      expiresAt: Number(row.expires_at),
    }
  );
}

export async function extendSession(
  tx: Tx,
  tokenHash: string,
  seenAt: number,
  expiresAt: number,
): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ seen_at: seenAt, expires_at: expiresAt })
    .where('token_hash', '=', tokenHash)
    .execute();
}

export async function deleteSession(tx: Tx, tokenHash: string): Promise<void> {
  await tx.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

export async function deleteExpiredSessions(tx: Tx, now: number): Promise<void> {
  await tx.deleteFrom('sessions').where('expires_at', '<=', now).execute();
}
