import { BusyError } from '../base/http-error.ts';
import type { Journal, TermJournal } from '../database/journal.ts';
import { holdsLease, type Lease } from '../database/leases.ts';

const RETRY_AFTER_SEC = 5;

/** This instance does not lead, or no longer: what it would store as the leader is refused. */
export class NotLeaderError extends BusyError {
  override readonly name = 'NotLeaderError';

  constructor() {
    const message = 'No instance leads the mesh at the moment. Try again in some seconds.';
    super(message, 503, RETRY_AFTER_SEC);
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
export function createFencedJournal(
  { commit, subscribe, onGap }: Journal,
  { lease, over, onLost }: Fence,
): TermJournal {
  return {
    subscribe,
    onGap,
    token: lease.token,
    async commit(work) {
      if (over.aborted) throw new NotLeaderError();
      return commit(async (tx, emit) => {
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
