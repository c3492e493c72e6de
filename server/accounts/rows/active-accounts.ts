import { isDeepStrictEqual } from 'node:util';
import { httpError } from '../../base/http-error.ts';
import type { Account, ProofWays } from '../../base/session.ts';
import type { Database, Tx } from '../../database/database.ts';
import { accountOf } from './accounts.ts';
import { factorColumns, proofWaysOf } from './sessions.ts';

/** An account that may sign in, and how its owner proves who they are. */
export interface ActiveAccount {
  readonly account: Account;
  readonly ways: ProofWays;
  /** What proves it. Something that was proven by others before opens nothing any more. */
  readonly credentials: Credentials;
}

interface Credentials {
  /** '' without a password. */
  readonly passwordHash: string;
  readonly totpSince: number | null;
  /** Their ids. */
  readonly passkeys: readonly string[];
}

/** @returns undefined if it is disabled or deleted */
export async function findActiveAccount(
  db: Database,
  id: string,
): Promise<ActiveAccount | undefined> {
  const row = await db
    .selectFrom('accounts')
    .selectAll()
    .select(factorColumns)
    .where('id', '=', id)
    .where('disabledAt', 'is', null)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const passkeys = await db
    .selectFrom('passkeys')
    .select('id')
    .where('accountId', '=', id)
    .orderBy('id')
    .execute();
  const { passwordHash, totpSince } = row;
  const credentials = { passwordHash, totpSince, passkeys: passkeys.map((one) => one.id) };
  return { account: accountOf(row), ways: proofWaysOf(row), credentials };
}

/** In the transaction that makes something of a proof. @throws HttpError if the account has changed since */
export async function requireUnchanged(
  tx: Tx,
  { account, credentials }: Pick<ActiveAccount, 'account'> & Partial<ActiveAccount>,
): Promise<void> {
  const active = await findActiveAccount(tx, account.id);
  if (active === undefined) throw httpError(403, 'This account is disabled. Please ask an admin.');
  if (credentials !== undefined && !isDeepStrictEqual(credentials, active.credentials))
    throw httpError(401, 'This account has just been changed. Please sign in again.');
}
