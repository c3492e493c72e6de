import { isAllowed, ROLES, type Role } from '../../contract/roles.ts';
import type { ApiToken } from '../../contract/shapes/people.ts';
import { type Account, accountOf } from './accounts.ts';
import type { Database, Tx } from './database.ts';
import { mustEnrol, proofWays } from './sessions.ts';

interface NewApiToken {
  readonly id: string;
  readonly tokenHash: string;
  readonly accountId: string;
  readonly name: string;
  readonly role: Role;
  readonly at: number;
  readonly expiresAt: number;
}

interface StoredApiToken {
  readonly id: string;
  readonly name: string;
  /** Its owner, with what this token may do. */
  readonly account: Account;
  readonly expiresAt: number;
  /** 0: never. */
  readonly lastUsedAt: number;
  /** Its owner has to set up a second factor before anything else. */
  readonly mustEnrol: boolean;
}

/** Expired ones stay in the list of their owner for this time. */
const KEEP_EXPIRED_MS = 30 * 24 * 60 * 60_000;

export async function insertApiToken(tx: Tx, token: NewApiToken): Promise<void> {
  await tx
    .deleteFrom('api_tokens')
    .where('expires_at', '<=', token.at - KEEP_EXPIRED_MS)
    .execute();
  await tx
    .insertInto('api_tokens')
    .values({
      id: token.id,
      token_hash: token.tokenHash,
      account_id: token.accountId,
      name: token.name,
      role: token.role,
      created_at: token.at,
      expires_at: token.expiresAt,
    })
    .execute();
}

/** @returns the tokens of an account, newest first */
export async function listApiTokens(db: Database | Tx, accountId: string): Promise<ApiToken[]> {
  const rows = await db
    .selectFrom('api_tokens')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    role: roleOf(row),
    createdAt: Number(row.created_at),
    expiresAt: Number(row.expires_at),
    lastUsedAt: row.last_used_at === null ? null : Number(row.last_used_at),
  }));
}

/** @returns the token, unless it has expired by `now` or its owner may not sign in */
export async function findApiToken(
  db: Database,
  tokenHash: string,
  now: number,
): Promise<StoredApiToken | undefined> {
  const row = await db
    .selectFrom('api_tokens')
    .innerJoin('accounts', 'accounts.id', 'api_tokens.account_id')
    .selectAll('accounts')
    .select([
      'api_tokens.id as token_id',
      'api_tokens.name',
      'api_tokens.role as token_role',
      'api_tokens.expires_at',
      'api_tokens.last_used_at',
    ])
    .where('api_tokens.token_hash', '=', tokenHash)
    .where('api_tokens.expires_at', '>', now)
    .where('accounts.disabled_at', 'is', null)
    .where('accounts.deleted_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const owner = accountOf(row);
  const role = roleOf({ role: row.token_role });
  return {
    id: row.token_id,
    name: row.name,
    account: { ...owner, role: isAllowed(owner.role, role) ? role : owner.role },
    expiresAt: Number(row.expires_at),
    lastUsedAt: Number(row.last_used_at ?? 0),
    mustEnrol: await mustEnrol(db, owner.role, await proofWays(db, row)),
  };
}

export async function markApiTokenUsed(tx: Tx, tokenHash: string, at: number): Promise<void> {
  await tx
    .updateTable('api_tokens')
    .set({ last_used_at: at })
    .where('token_hash', '=', tokenHash)
    .execute();
}

/** @returns name and hash of the token; undefined if the account has no such token */
export async function deleteApiToken(
  tx: Tx,
  accountId: string,
  id: string,
): Promise<{ name: string; tokenHash: string } | undefined> {
  const row = await tx
    .deleteFrom('api_tokens')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning(['name', 'token_hash'])
    .executeTakeFirst();
  return row && { name: row.name, tokenHash: row.token_hash };
}

/** A role that this release does not know may do the least. */
const roleOf = (row: { role: string }): Role => ROLES.find((role) => role === row.role) ?? 'viewer';
