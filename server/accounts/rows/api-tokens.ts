import { isAllowed, type Role } from '../../../contract/roles.ts';
import type { ApiToken } from '../../../contract/shapes/people.ts';
import type { Account } from '../../base/session.ts';
import type { Database, Tx } from '../../database/database.ts';
import { pruningTime } from '../../database/pruning-time.ts';
import { readAccessSettings } from './access-settings.ts';
import { accountOf, roleOf } from './accounts.ts';
import { factorColumns, mustEnrol, proofWaysOf } from './sessions.ts';

interface NewApiToken {
  readonly id: string;
  readonly tokenHash: string;
  readonly accountId: string;
  readonly name: string;
  readonly role: Role;
  readonly at: number;
  readonly expiresAt: number;
}

export interface StoredApiToken {
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

export async function insertApiToken(tx: Tx, { at, ...token }: NewApiToken): Promise<void> {
  const before = (await pruningTime(tx, at)) - KEEP_EXPIRED_MS;
  await tx.deleteFrom('apiTokens').where('expiresAt', '<=', before).execute();
  await tx
    .insertInto('apiTokens')
    .values({ ...token, createdAt: at })
    .execute();
}

/** @returns the tokens of an account, newest first */
export async function listApiTokens(db: Database, accountId: string): Promise<ApiToken[]> {
  const rows = await db
    .selectFrom('apiTokens')
    .select(['id', 'name', 'role', 'createdAt', 'expiresAt', 'lastUsedAt'])
    .where('accountId', '=', accountId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, role: roleOf(row.role) }));
}

/** @returns the tokens by hash; not those that expired by `now`, or whose owners may not sign in */
export async function findApiTokens(
  db: Database,
  tokenHashes: readonly string[],
  now: number,
): Promise<Map<string, StoredApiToken>> {
  if (tokenHashes.length === 0) return new Map();
  const settings = await readAccessSettings(db);
  const rows = await db
    .selectFrom('apiTokens')
    .innerJoin('accounts', 'accounts.id', 'apiTokens.accountId')
    .selectAll('accounts')
    .select([
      'apiTokens.id as tokenId',
      'apiTokens.tokenHash',
      'apiTokens.name',
      'apiTokens.role as tokenRole',
      'apiTokens.expiresAt',
      'apiTokens.lastUsedAt',
    ])
    .select(factorColumns)
    .where('apiTokens.tokenHash', 'in', tokenHashes)
    .where('apiTokens.expiresAt', '>', now)
    .where('accounts.disabledAt', 'is', null)
    .where('accounts.deletedAt', 'is', null)
    .execute();
  return new Map(
    rows.map((row) => {
      const owner = accountOf(row);
      const role = roleOf(row.tokenRole);
      const token = {
        id: row.tokenId,
        name: row.name,
        account: { ...owner, role: isAllowed(owner.role, role) ? role : owner.role },
        expiresAt: row.expiresAt,
        lastUsedAt: row.lastUsedAt ?? 0,
        mustEnrol: mustEnrol(settings, owner.role, proofWaysOf(row)),
      };
      return [row.tokenHash, token] as const;
    }),
  );
}

export async function markApiTokenUsed(tx: Tx, tokenHash: string, at: number): Promise<void> {
  await tx
    .updateTable('apiTokens')
    .set({ lastUsedAt: at })
    .where('tokenHash', '=', tokenHash)
    .execute();
}

/** @returns name and hash of the token; undefined if the account has no such token */
export async function deleteApiToken(
  tx: Tx,
  accountId: string,
  id: string,
): Promise<{ name: string; tokenHash: string } | undefined> {
  return tx
    .deleteFrom('apiTokens')
    .where((eb) => eb.and({ accountId, id }))
    .returning(['name', 'tokenHash'])
    .executeTakeFirst();
}
