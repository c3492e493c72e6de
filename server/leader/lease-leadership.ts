import { once } from 'node:events';
import * as z from 'zod/mini';
import type { Loop } from '../base/loop.ts';
import { isLeaseFree, type Lease, releaseLease, takeLease } from '../database/leases.ts';
import type { Topic } from '../database/pubsub.ts';
import type { NodeBase } from '../feature.ts';
import { createFencedJournal } from './fenced-journal.ts';
import type { Leadership, OpenTerm, Term } from './leadership.ts';
import { keepLease, LEASE_MS, type LeaseTimes } from './lease-keeper.ts';

interface LeaseLeadershipDeps
  extends Pick<NodeBase, 'db' | 'journal' | 'pubsub' | 'clock' | 'loops' | 'log'> {
  /** Id of this instance. */
  readonly instance: string;
  readonly openTerm: OpenTerm;
  readonly times?: LeaseTimes;
}

const LEASE_NAME = 'leader';
const STAND = { name: 'look who leads', limitMs: 10_000, without: 'not looked who leads' };

const LEASE_FREE: Topic<{ name: string }> = {
  name: 'lease-free',
  schema: z.object({ name: z.string() }),
};

/**
 * One of several instances leads: who holds the lease.
 *
 *   stands --took the lease--> leads --renewed in time--> leads
 *                              leads --not renewed, or taken by another--> stands
 *                              leads --closed--> the lease is free at once
 *
 * Whoever was paused while another took the lease finds its commits refused by the token. It also stops by its own
 * clock, so that it does nothing without commits either, such as sending.
 */
export function createLeaseLeadership(deps: LeaseLeadershipDeps): Leadership {
  const { db, pubsub, clock, loops, log, instance, times = LEASE_MS } = deps;
  const closing = new AbortController();
  let standing: Loop | undefined;
  let leading: Promise<void> | undefined;
  let leads: Lease | undefined;
  let terms = 0;
  let decided = (): void => undefined;
  const firstDecision = new Promise<void>((resolve) => {
    decided = resolve;
  });

  const stopListening = pubsub.subscribe(LEASE_FREE, () => standing?.wake());

  /** @returns how the lease was taken: with the monotonic time before it, from which it lasts */
  async function take(): Promise<{ lease: Lease; at: number } | undefined> {
    try {
      if (!(await isLeaseFree(db, LEASE_NAME))) return undefined;
      const at = clock.elapsed();
      const lease = await takeLease(db, {
        name: LEASE_NAME,
        holder: instance,
        ttlMs: times.ttl,
      });
      return lease && { lease, at };
    } catch (error) {
      log.warn({ reason: String(error) }, 'lease of the leader not looked at');
      return undefined;
    }
  }

  async function stand(): Promise<void> {
    if (leading !== undefined) return;
    const taken = await take();
    if (taken === undefined) return decided();
    leading = lead(taken.lease, taken.at).finally(() => {
      leading = undefined;
    });
  }

  async function lead(lease: Lease, takenAt: number): Promise<void> {
    const { token } = lease;
    const over = new AbortController();
    leads = lease;
    terms += 1;
    log.info({ instance, token }, 'this instance leads');
    const failed = (error: unknown) => {
      if (over.signal.aborted) return;
      log.error({ err: error }, 'term not begun in full');
      over.abort('failed');
    };
    const keeping = keepLease({ ...deps, times }, lease, { takenAt, over });
    const term = openTerm(deps, lease, over).then((opened) => {
      if (!over.signal.aborted && !closing.signal.aborted) opened?.start().catch(failed);
      decided();
      return opened;
    });
    const ends = AbortSignal.any([over.signal, closing.signal]);
    if (!ends.aborted) await once(ends, 'abort');
    if (over.signal.aborted) leads = undefined;
    await closeInTime(term, { ...deps, times });
    leads = undefined;
    const { reason } = over.signal;
    over.abort('ended');
    await keeping;
    // What failed here may fail everywhere: instances would hand the lease to each other as fast as they can.
    if (reason !== 'lost') return handOn(deps, lease, reason !== 'failed');
    log.warn({ instance, token }, 'this instance no longer leads');
    // Not awaited: the database may be gone. It changes nothing if another has the lease.
    void releaseLease(db, lease).catch(() => undefined);
  }

  async function close(): Promise<void> {
    closing.abort();
    await standing?.close();
    await leading;
    stopListening();
  }

  return {
    open: async () => undefined,
    start() {
      standing = loops.repeat({ ...STAND, everyMs: times.lookEvery }, stand);
      return firstDecision;
    },
    handOver: close,
    close,
    state: () => ({ isLeader: leads !== undefined, token: leads?.token ?? 0, terms }),
  };
}

/** @returns undefined, and ends the term, if it could not be opened */
async function openTerm(
  { journal, log, openTerm: open }: LeaseLeadershipDeps,
  lease: Lease,
  over: AbortController,
): Promise<Term | undefined> {
  try {
    const onLost = () => over.abort('lost');
    return await open(createFencedJournal(journal, { lease, over: over.signal, onLost }));
  } catch (error) {
    log.error({ err: error }, 'term not opened');
    over.abort('failed');
    return undefined;
  }
}

/** Lets another instance lead. @param atOnce else when it looks the next time */
async function handOn(
  { db, pubsub, log, instance }: LeaseLeadershipDeps,
  lease: Lease,
  atOnce: boolean,
): Promise<void> {
  try {
    await releaseLease(db, lease);
    if (atOnce) await pubsub.publish(LEASE_FREE, { name: lease.name });
    log.info({ instance, token: lease.token }, 'leadership handed over');
  } catch (error) {
    log.warn({ reason: String(error) }, 'lease not released: it ends by itself');
  }
}

/** Closes a term, but does not wait for ever: the database may be gone. */
async function closeInTime(
  opening: Promise<Term | undefined>,
  { clock, log, times }: Pick<LeaseLeadershipDeps, 'clock' | 'log'> & { times: LeaseTimes },
): Promise<void> {
  const done = new AbortController();
  const closed = opening
    .then((term) => term?.close())
    .catch((error: unknown) => log.error({ err: error }, 'term not closed in full'))
    .then(() => done.abort('closed'));
  if (await clock.sleep(times.closeMax, done.signal))
    log.error({ afterMs: times.closeMax }, 'term not closed in time; it is left behind');
  else await closed;
}
