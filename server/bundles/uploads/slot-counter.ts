import { randomUUID } from 'node:crypto';
import type { Journal } from '../../store/journal.ts';
import type { Claims } from '../../store/postgres/claims.ts';

/** Uploads that may be in progress at once; a further one is asked to come again. */
const IN_PROGRESS_MAX = { account: 4, server: 32 };

/** Counts the uploads that are in progress. */
export interface SlotCounter {
  /** @returns what frees the slot; or why there is none: the account, or all together, have as many as they may */
  enter(accountId: string): Promise<(() => Promise<void>) | 'account' | 'server'>;
}

/** Those of this process. */
export function createSlotCounter(): SlotCounter {
  const byAccount = new Map<string, number>();
  let inProgress = 0;

  return {
    async enter(accountId) {
      const own = byAccount.get(accountId) ?? 0;
      if (own >= IN_PROGRESS_MAX.account) return 'account';
      if (inProgress >= IN_PROGRESS_MAX.server) return 'server';
      inProgress += 1;
      byAccount.set(accountId, own + 1);
      return async () => {
        inProgress -= 1;
        const left = (byAccount.get(accountId) ?? 0) - 1;
        if (left > 0) byAccount.set(accountId, left);
        else byAccount.delete(accountId);
      };
    },
  };
}

/** Those of all instances. The slots of one that was killed are free when its claims have expired. */
export const createSharedSlotCounter = (
  claims: Claims,
  { commit }: Pick<Journal, 'commit'>,
): SlotCounter => ({
  async enter(accountId) {
    const id = randomUUID();
    const own = { kind: 'upload', key: accountId } as const;
    // A row that cannot be removed now expires, as it is no longer renewed.
    const leave = () => claims.release(id).catch(() => undefined);
    try {
      return await commit(async (tx) => {
        if ((await claims.count(tx, own)) >= IN_PROGRESS_MAX.account) return 'account';
        const all = await claims.count(tx, { kind: own.kind });
        if (all >= IN_PROGRESS_MAX.server) return 'server';
        await claims.hold(tx, { id, ...own });
        return leave;
      });
    } catch (error) {
      await leave();
      throw error;
    }
  },
});
