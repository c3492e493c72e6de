import type { Account, ProofWays } from '../../base/session.ts';
import type { Database } from '../../database/database.ts';
import { accountOf } from './accounts.ts';
import { factorColumns, proofWaysOf } from './sessions.ts';

/** An account that may sign in, and how its owner proves who they are. */
export interface ActiveAccount {
  readonly account: Account;
  readonly ways: ProofWays;
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
  return row && { account: accountOf(row), ways: proofWaysOf(row) };
}
