import type { Journal } from '../store/journal.ts';
import { holdsLease, type Lease } from '../store/leases.ts';

/** Somebody else leads: what this instance would store as the leader is refused. */
export class NotLeaderError extends Error {
  override readonly name = 'NotLeaderError';

  constructor() {
    super('another instance leads now');
  }
}

interface Fence {
  readonly lease: Lease;
  /** Aborted when the term is over. */
  readonly over: AbortSignal;
  /** Called when another instance has the lease. */
  readonly onLost: () => void;
}

/** @returns the journal for a term: each commit checks in its transaction that nobody has taken the lease */
export function createFencedJournal(journal: Journal, { lease, over, onLost }: Fence): Journal {
  return {
    ...journal,
    async commit(work) {
      if (over.aborted) throw new NotLeaderError();
      return journal.commit(async (tx, emit) => {
        if (over.aborted) throw new NotLeaderError();
        if (!(await holdsLease(tx, lease))) {
          onLost();
          throw new NotLeaderError();
        }
        return work(tx, emit);
      });
    },
  };
}
