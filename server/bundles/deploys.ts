import type { FastifyBaseLogger } from 'fastify';
import { PRIORITIES } from '../../contract/limits.ts';
import type { Platform } from '../config.ts';
import type { Caller } from '../mesh/caller.ts';
import type { Clock } from '../mesh/clock.ts';
import { findBundle, type StoredBundle } from '../store/bundles.ts';
import type { Database } from '../store/database.ts';
import { targetsWith } from '../store/deployments.ts';
import type { Journal } from '../store/journal.ts';
import { createLanes } from './deploy-lanes.ts';
import { createDeployRecords, type Hindrance } from './deploy-records.ts';
import { sendBundle, type Transfer } from './deploy-sending.ts';
import type { TargetEvent } from './deploy-target.ts';

/**
 * Deployments, from the order to the last target's verdict. What is under way is stored at every step, so
 * that the next process takes it up where this one left it.
 */
export interface Deploys {
  /** Sends a validated bundle to every target that has not taken it. @returns how many these are */
  start(id: string, username: string): Promise<{ hindrance: Hindrance } | { targets: number }>;
  /** Called once, when sisters can be called: takes up what an earlier process left. */
  resume(): Promise<void>;
  /** Stops between two calls. */
  close(): Promise<void>;
}

export interface DeploysParts {
  readonly db: Database;
  readonly journal: Journal;
  readonly platforms: readonly Platform[];
  readonly caller: Caller;
  /** Where a bundle's bytes lie. */
  readonly pathOf: (id: string) => string;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'error'>;
}

/** Each holds a chunk or two in memory. */
const TRANSFERS_AT_ONCE = 8;
/** Consoles are told of bytes at most so often: every telling is a synced commit. */
const TELL_EVERY_MS = 400;

export function createDeploys(parts: DeploysParts): Deploys {
  const { db, journal, platforms, caller, pathOf, clock, log } = parts;
  const ending = new AbortController();
  const records = createDeployRecords({ journal, platforms, now: clock.now });
  const lanes = createLanes<Transfer>({ run, atOnce: TRANSFERS_AT_ONCE });

  async function run(transfer: Transfer): Promise<'done' | 'yielded'> {
    const { bundle, platform } = transfer;
    try {
      const end = await sendBundle(transfer, {
        caller,
        clock,
        signal: ending.signal,
        yields: () => lanes.isInTheWay(transfer),
        report: seldom(clock, (event) => records.step(bundle, platform, event)),
      });
      return end;
    } catch (error) {
      log.error(
        { err: error, bundle, platform },
        'deploy failed; the next start takes it up again',
      );
      return 'done';
    }
  }

  const transferOf = (platform: string, stored: StoredBundle): Transfer => ({
    bundle: String(stored.bundle.id),
    platform,
    name: stored.bundle.name,
    size: stored.bundle.size,
    sha256: stored.sha256,
    priority: PRIORITIES.find((one) => one === stored.priority) ?? 'standard',
    path: pathOf(String(stored.bundle.id)),
  });

  return {
    async start(id, username) {
      const started = await records.start(id, username);
      if ('hindrance' in started) return started;
      for (const platform of started.queued) lanes.add(transferOf(platform, started.bundle));
      return { targets: started.queued.length };
    },
    async resume() {
      const unfinished = await targetsWith(db, ['queued', 'sending', 'checking']);
      for (const { bundle, platform } of unfinished) {
        const stored = await findBundle(db, bundle);
        if (stored !== undefined) lanes.add(transferOf(platform, stored));
      }
      if (unfinished.length > 0) log.info({ resumed: unfinished.length }, 'deploys taken up again');
    },
    async close() {
      ending.abort();
      await lanes.close();
    },
  };
}

/** Passes every kind of step on, but of mere bytes only what comes after a while. */
function seldom(clock: Clock, report: (event: TargetEvent) => Promise<void>) {
  let last: { what: string; at: number } | null = null;
  return async (event: TargetEvent): Promise<void> => {
    const at = clock.elapsed();
    const again = last?.what === event.what;
    if (again && event.what === 'whole') return;
    if (again && event.what === 'sent' && at - (last?.at ?? 0) < TELL_EVERY_MS) return;
    last = { what: event.what, at };
    await report(event);
  };
}
