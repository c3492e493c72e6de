import { type ExpressionBuilder, sql } from 'kysely';
import type { SessionRole } from '../../../contract/roles.ts';
import type { Account, ProofWays } from '../../base/session.ts';
import type { Database, Tx } from '../../database/database.ts';
import type { Tables } from '../../database/schema.ts';
import { readAccessSettings, type StoredAccessSettings } from './access-settings.ts';
import { accountOf } from './accounts.ts';

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

export async function insertSession(tx: Tx, { at, ...columns }: NewSession): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({
      createdAt: at,
      seenAt: at,
      provenAt: at,
      ...columns,
      userAgent: columns.userAgent.slice(0, USER_AGENT_MAX),
    })
    .execute();
  await tx
    .updateTable('accounts')
    .set({ seenAt: at })
    .where('id', '=', columns.accountId)
    .execute();
}

/** @returns the sessions by token hash, with their accounts; not those that expired by `now`, or of accounts that may not sign in */
export async function findSessions(
  db: Database,
  tokenHashes: readonly string[],
  now: number,
): Promise<Map<string, StoredSession>> {
  if (tokenHashes.length === 0) return new Map();
  const settings = await readAccessSettings(db);
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.accountId')
    .selectAll('accounts')
    .select(['sessions.tokenHash', 'sessions.expiresAt', 'sessions.provenAt'])
    .select('sessions.seenAt as sessionSeenAt')
    .select(factorColumns)
    .where('sessions.tokenHash', 'in', tokenHashes)
    .where('sessions.expiresAt', '>', now)
    .where('accounts.disabledAt', 'is', null)
    .where('accounts.deletedAt', 'is', null)
    .execute();
  return new Map(
    rows.map((row) => {
      const account = accountOf(row);
      const ways = proofWaysOf(row);
      const session = {
        account,
        seenAt: row.sessionSeenAt,
        expiresAt: row.expiresAt,
        provenAt: row.provenAt,
        ways,
        mustEnrol: mustEnrol(settings, account.role, ways),
      };
      return [row.tokenHash, session] as const;
    }),
  );
}

/** @returns whether a role demands a second factor, and its account has none */
export function mustEnrol(
  { secondFactorFor }: Pick<StoredAccessSettings, 'secondFactorFor'>,
  role: SessionRole,
  ways: ProofWays,
): boolean {
  // Who signs in at an OpenID provider has what that provider demands.
  return (
    secondFactorFor.some((one) => one === role) && ways.password && !ways.passkey && !ways.code
  );
}

/** What `proofWaysOf` needs beside a row of `accounts`. */
export const factorColumns = ({ selectFrom, exists }: ExpressionBuilder<Tables, 'accounts'>) => [
  exists(selectFrom('passkeys').select('id').whereRef('passkeys.accountId', '=', 'accounts.id')).as(
    'hasPasskey',
  ),
  exists(
    selectFrom('recoveryCodes')
      .select('codeHash')
      .whereRef('recoveryCodes.accountId', '=', 'accounts.id'),
  ).as('hasRecovery'),
];

export const proofWaysOf = (row: {
  readonly passwordHash: string;
  readonly totpSince: number | null;
  readonly hasPasskey: unknown;
  readonly hasRecovery: unknown;
}): ProofWays => ({
  password: row.passwordHash !== '',
  passkey: Boolean(row.hasPasskey),
  code: row.totpSince !== null,
  recovery: Boolean(row.hasRecovery),
});

interface SessionUse {
  readonly seenAt: number;
  readonly expiresAt: number;
  readonly address: string;
  /** How long after its beginning it ends all the same, in milliseconds. */
  readonly longestMs: number;
}

/** @returns when the session expires now; undefined if it has ended */
export async function extendSession(
  tx: Tx,
  tokenHash: string,
  { longestMs, ...change }: SessionUse,
): Promise<number | undefined> {
  const latest = sql<number>`created_at + ${longestMs}`;
  const expiresAt = sql<number>`case when ${latest} < ${change.expiresAt} then ${latest} else ${change.expiresAt} end`;
  const row = await tx
    .updateTable('sessions')
    .set({ ...change, expiresAt })
    .where('tokenHash', '=', tokenHash)
    .returning('expiresAt')
    .executeTakeFirst();
  await tx
    .updateTable('accounts')
    .set({ seenAt: change.seenAt })
    .where('id', 'in', (eb) =>
      eb.selectFrom('sessions').select('accountId').where('tokenHash', '=', tokenHash),
    )
    .execute();
  return row?.expiresAt;
}

/** Its owner has just proved who they are. */
export async function markProven(tx: Tx, tokenHash: string, at: number): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ provenAt: at })
    .where('tokenHash', '=', tokenHash)
    .execute();
}

export async function deleteSession(tx: Tx, tokenHash: string): Promise<void> {
  await tx.deleteFrom('sessions').where('tokenHash', '=', tokenHash).execute();
}

/** @returns ids (token hashes) of the sessions of an account */
export async function sessionIdsOf(db: Database, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('tokenHash')
    .where('accountId', '=', accountId)
    .execute();
  return rows.map((row) => row.tokenHash);
}

/** @returns how many there were */
export async function deleteSessionsOf(tx: Tx, accountId: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export async function deleteExpiredSessions(tx: Tx, now: number): Promise<void> {
  await tx.deleteFrom('sessions').where('expiresAt', '<=', now).execute();
}

/** @returns whose sessions these are, seen as accounts that own nothing, by token hash */
export async function findDisplaySessions(
  db: Database,
  tokenHashes: readonly string[],
): Promise<Map<string, Account>> {
  if (tokenHashes.length === 0) return new Map();
  const rows = await db
    .selectFrom('displays')
    .select(['id', 'name', 'tokenHash'])
    .where('tokenHash', 'in', tokenHashes)
    .execute();
  return new Map(
    rows.map(({ id, name: username, tokenHash }) => [
      tokenHash ?? '',
      { id, username, email: '', sovereignLevel: '', role: 'display' },
    ]),
  );
}

/** @returns the display whose session this was; undefined when it was nobody's */
export async function deleteDisplayOfSession(
  tx: Tx,
  tokenHash: string,
): Promise<{ readonly id: string; readonly name: string } | undefined> {
  return tx
    .deleteFrom('displays')
    .where('tokenHash', '=', tokenHash)
    .returning(['id', 'name'])
    .executeTakeFirst();
}
