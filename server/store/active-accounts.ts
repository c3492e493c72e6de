import { type Account, accountOf } from './accounts.ts';
import type { Database, Tx } from './database.ts';
import { type ProofWays, proofWays } from './sessions.ts';

/** An account that may sign in, and how its owner proves who they are. */
export interface ActiveAccount {
  readonly account: Account;
  readonly ways: ProofWays;
}

/** @returns undefined if it is disabled or deleted */
export async function findActiveAccount(
  db: Database | Tx,
  id: string,
): Promise<ActiveAccount | undefined> {
  const row = await db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row && { account: accountOf(row), ways: await proofWays(db, row) };
}
