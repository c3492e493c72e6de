import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Database } from '../store/database.ts';
import { type Lease, renewLease } from '../store/leases.ts';

export const LEASE_MS = {
  /** Without being renewed it ends so long after it was taken or renewed last. */
  ttl: 6_000,
  renewEvery: 2_000,
  /** After a failure. */
  renewAgain: 500,
  /** This instance stops leading so long before others may begin. */
  margin: 500,
  /** How often those that do not lead look. */
  lookEvery: 1_000,
} as const;
interface LeaseKeeperDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

/**
 * Renews a lease until `over` is aborted, and aborts it when another has the lease, or it could not be renewed in time.
 *
 * @param term `takenAt`: monotonic milliseconds before the lease was taken
 */
export async function keepLease(
  { db, clock, log }: LeaseKeeperDeps,
  lease: Lease,
  { takenAt, over }: { readonly takenAt: number; readonly over: AbortController },
): Promise<void> {
  let endsAt = takenAt + LEASE_MS.ttl - LEASE_MS.margin;

  /** A renewal may hang, and this process may be paused: time alone decides. */
  async function watch(): Promise<void> {
    while (!over.signal.aborted) {
      if (clock.elapsed() >= endsAt) return over.abort('lost');
      await clock.sleep(Math.max(1, endsAt - clock.elapsed()), over.signal);
    }
  }

  async function renew(): Promise<number> {
    const at = clock.elapsed();
    try {
      if (await renewLease(db, lease, LEASE_MS.ttl)) endsAt = at + LEASE_MS.ttl - LEASE_MS.margin;
      else over.abort('lost');
      return LEASE_MS.renewEvery;
    } catch (error) {
      log.warn({ reason: String(error) }, 'lease of the leader not renewed; it is tried again');
      return LEASE_MS.renewAgain;
    }
  }

  const watching = watch();
  for (let waitMs: number = LEASE_MS.renewEvery; !over.signal.aborted; ) {
    if (!(await clock.sleep(waitMs, over.signal))) break;
    if (clock.elapsed() >= endsAt) break;
    // What hangs is left behind: its late success changes nothing.
    waitMs = (await Promise.race([renew(), aborted(over.signal)])) ?? 0;
  }
  await watching;
}

/** @returns resolves when the signal is aborted */
export const aborted = (signal: AbortSignal): Promise<undefined> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
