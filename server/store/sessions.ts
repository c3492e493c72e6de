import type { SessionRole } from '../../contract/roles.ts';
import { type Account, accountOf } from './accounts.ts';
import type { Database, Tx } from './database.ts';
import { readAccessSettings } from './settings.ts';

/** Which ways an account has to prove who somebody is. */
export type ProofWays = {
  readonly password: boolean;
  readonly passkey: boolean;
  readonly code: boolean;
  readonly recovery: boolean;
};

export interface StoredSession {
  readonly account: Account;
  readonly seenAt: number;
  readonly expiresAt: number;
  readonly provenAt: number;
  readonly ways: ProofWays;
  /** Its role demands a second factor, and it has none. */
  readonly mustEnrol: boolean;
}

interface NewSession {
  readonly tokenHash: string;
  readonly accountId: string;
  readonly at: number;
  readonly expiresAt: number;
  /** If it is not `at`. */
  readonly provenAt?: number;
  readonly userAgent: string;
  readonly address: string;
}

const USER_AGENT_MAX = 300;

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({
      token_hash: session.tokenHash,
      account_id: session.accountId,
      created_at: session.at,
      seen_at: session.at,
      expires_at: session.expiresAt,
      proven_at: session.provenAt ?? session.at,
      user_agent: session.userAgent.slice(0, USER_AGENT_MAX),
      address: session.address,
    })
    .execute();
  await tx
    .updateTable('accounts')
    .set({ seen_at: session.at })
    .where('id', '=', session.accountId)
    .execute();
}

/** @returns the session and its account, unless it has expired by `now` or the account may not sign in */
export async function findSession(
  db: Database | Tx,
  tokenHash: string,
  now: number,
): Promise<StoredSession | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .selectAll('accounts')
    .select(['sessions.seen_at', 'sessions.expires_at', 'sessions.proven_at'])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', now)
    .where('accounts.disabled_at', 'is', null)
    .where('accounts.deleted_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const account = accountOf(row);
  const ways = await proofWays(db, row);
  return {
    account,
    seenAt: Number(row.seen_at),
    expiresAt: Number(row.expires_at),
    provenAt: Number(row.proven_at),
    ways,
    mustEnrol: await mustEnrol(db, account.role, ways),
  };
}

/** @returns whether a role demands a second factor, and its account has none */
export async function mustEnrol(
  db: Database | Tx,
  role: SessionRole,
  ways: ProofWays,
): Promise<boolean> {
  const { secondFactorFor } = await readAccessSettings(db);
  // Who signs in at an OpenID provider has what that provider demands.
  return (
    secondFactorFor.some((one) => one === role) && ways.password && !ways.passkey && !ways.code
  );
}

/** @param account a row of `accounts` */
export async function proofWays(
  db: Database | Tx,
  account: { id: string; password_hash: string; totp_since: number | null },
): Promise<ProofWays> {
  const countOf = async (table: 'passkeys' | 'recovery_codes') => {
    const row = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as('count'))
      .where('account_id', '=', account.id)
      .executeTakeFirstOrThrow();
    return Number(row.count);
  };
  return {
    password: account.password_hash !== '',
    passkey: (await countOf('passkeys')) > 0,
    code: account.totp_since !== null,
    recovery: (await countOf('recovery_codes')) > 0,
  };
}

export async function extendSession(
  tx: Tx,
  tokenHash: string,
  change: { seen_at: number; expires_at: number; address: string },
): Promise<void> {
  await tx.updateTable('sessions').set(change).where('token_hash', '=', tokenHash).execute();
  await tx
    .updateTable('accounts')
    .set({ seen_at: change.seen_at })
    .where('id', 'in', (eb) =>
      eb.selectFrom('sessions').select('account_id').where('token_hash', '=', tokenHash),
    )
    .execute();
}

/** Its owner has just proved who they are. */
export async function markProven(tx: Tx, tokenHash: string, at: number): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ proven_at: at })
    .where('token_hash', '=', tokenHash)
    .execute();
}

export async function deleteSession(tx: Tx, tokenHash: string): Promise<void> {
  await tx.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

/** @returns ids (token hashes) of the sessions of an account */
export async function sessionIdsOf(db: Database | Tx, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('token_hash')
    .where('account_id', '=', accountId)
    .execute();
  return rows.map((row) => row.token_hash);
}

/** @returns how many there were */
export async function deleteSessionsOf(tx: Tx, accountId: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export async function deleteExpiredSessions(tx: Tx, now: number): Promise<void> {
  await tx.deleteFrom('sessions').where('expires_at', '<=', now).execute();
}
