import { once } from 'node:events';
import { type Lease, renewLease } from '../database/leases.ts';
import type { NodeBase } from '../feature.ts';

/** In milliseconds. */
export interface LeaseTimes {
  /** Without being renewed a lease ends so long after it was taken or renewed last. */
  readonly ttl: number;
  readonly renewEvery: number;
  /** After a failure. */
  readonly renewAgain: number;
  /** The leader stops so long before others may begin. */
  readonly margin: number;
  /** How often those that do not lead look. */
  readonly lookEvery: number;
  /** What hangs for longer at the end of a term is left behind: it can store nothing any more. */
  readonly closeMax: number;
}

export const LEASE_MS: LeaseTimes = {
  ttl: 6_000,
  renewEvery: 2_000,
  renewAgain: 500,
  margin: 500,
  lookEvery: 1_000,
  closeMax: 5_000,
};
interface LeaseKeeperDeps extends Pick<NodeBase, 'db' | 'clock' | 'loops' | 'log'> {
  readonly times: LeaseTimes;
}

/**
 * Renews a lease until `over` is aborted, and aborts it when another has the lease, or it could not be renewed in time.
 *
 * @param term `takenAt`: monotonic milliseconds before the lease was taken
 */
export async function keepLease(
  { db, clock, loops, log, times }: LeaseKeeperDeps,
  lease: Lease,
  { takenAt, over }: { readonly takenAt: number; readonly over: AbortController },
): Promise<void> {
  let endsAt = takenAt + times.ttl - times.margin;

  let failed = false;
  /** What hangs is left behind, and its late success changes nothing. */
  async function renew(): Promise<void> {
    const at = clock.elapsed();
    if (at >= endsAt) return;
    try {
      if (await renewLease(db, lease, times.ttl)) endsAt = at + times.ttl - times.margin;
      else over.abort('lost');
      failed = false;
    } catch (error) {
      log.warn({ reason: String(error) }, 'lease of the leader not renewed; it is tried again');
      failed = true;
    }
  }

  const options = { limitMs: times.ttl, isLater: true };
  const renewMs = () => (failed ? times.renewAgain : times.renewEvery);
  const renewing = loops.repeat({ ...options, name: 'renew the lease', everyMs: renewMs }, renew);
  // A renewal may hang, and this process may be paused: time alone decides.
  const leftMs = () => Math.max(1, endsAt - clock.elapsed());
  const watching = loops.repeat({ ...options, name: 'watch the lease', everyMs: leftMs }, () => {
    if (clock.elapsed() >= endsAt) over.abort('lost');
  });
  if (!over.signal.aborted) await once(over.signal, 'abort');
  // A renewal that hangs is left behind.
  void renewing.close();
  await watching.close();
}
