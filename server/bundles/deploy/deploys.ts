import type { FastifyBaseLogger } from 'fastify';
import { PRIORITIES } from '../../../contract/limits.ts';
import type { Clock } from '../../clock.ts';
import type { Platform } from '../../config.ts';
import type { Caller } from '../../mesh/transport/caller.ts';
import { findBundle, type StoredBundle } from '../../store/bundles.ts';
import type { Database } from '../../store/database.ts';
import { IN_PROGRESS, targetsWith } from '../../store/deployments.ts';
import type { Journal } from '../../store/journal.ts';
import { createDeployQueue } from './deploy-queue.ts';
import { createDeployRecords, type DeployBlocker } from './deploy-records.ts';
import type { TargetEvent } from './deploy-target.ts';
import { sendBundle, type Transfer } from './send-bundle.ts';

/**
 * Deployments, from the request to the last target's result. Every step is stored, so that the next
 * process continues where this one stopped.
 */
export interface Deploys {
  /**
   * Sends a validated bundle to every target that does not have it.
   *
   * @param names of the platforms that are meant; undefined: all targets
   * @returns how many it is sent to
   */
  start(
    id: string,
    username: string,
    names?: readonly string[],
  ): Promise<{ blocker: DeployBlocker } | { targets: number }>;
  /** Ends a deployment. @returns how many targets were in progress; undefined: no such bundle */
  cancel(id: string, username: string): Promise<number | undefined>;
  /** Called once, when peers can be called: continues what an earlier process left unfinished. */
  resume(): Promise<void>;
  /** Stops each transfer before its next call. */
  close(): Promise<void>;
}

interface DeploysDeps {
  readonly db: Database;
  readonly journal: Journal;
  readonly platforms: readonly Platform[];
  readonly caller: Caller;
  /** @returns the path of a bundle's file */
  readonly pathOf: (id: string) => string;
  readonly clock: Clock;
  readonly config: { readonly deployRetryMs: number };
  readonly log: Pick<FastifyBaseLogger, 'info' | 'error'>;
}

/** Each holds a chunk or two in memory. */
const CONCURRENT_TRANSFERS = 8;
/** Byte counts are stored at most this often: each is a synced commit. */
const RECORD_BYTES_EVERY_MS = 400;
/** Pauses before a receiver that does not answer is tried again: doubled each time. */
const RETRY_MS = { first: 2_000, max: 30_000 };

/** A transfer, and what its earlier attempts found. */
interface Attempt extends Transfer {
  readonly cancelled: AbortSignal;
  /** Monotonic milliseconds since when the receiver is away and accepted no more bytes. */
  readonly awaySince: number | null;
  /** Most bytes that it ever had. */
  readonly furthest: number;
  readonly retries: number;
}

export function createDeploys(deps: DeploysDeps): Deploys {
  const { db, journal, platforms, caller, pathOf, clock, config, log } = deps;
  const closing = new AbortController();
  const records = createDeployRecords({ journal, platforms, now: clock.now });
  const queue = createDeployQueue<Attempt>({ transfer, concurrency: CONCURRENT_TRANSFERS });
  /** By bundle. */
  const cancellations = new Map<string, AbortController>();

  async function transfer(attempt: Attempt): Promise<'done' | 'yielded'> {
    const { bundle, platform } = attempt;
    let { awaySince, furthest } = attempt;
    let gaveUp = false;
    const record = throttleBytes(clock, (event) => records.record(bundle, platform, event));
    const onEvent = (event: TargetEvent) => {
      const bytes = bytesAt(event, attempt.size);
      // Answers alone are no progress: a receiver must not be tried for ever.
      if (bytes > furthest) awaySince = null;
      furthest = Math.max(furthest, bytes);
      if (event.type !== 'away') return record(event);
      awaySince ??= clock.elapsed();
      gaveUp = clock.elapsed() - awaySince >= config.deployRetryMs;
      return record(gaveUp ? { type: 'failed', message: event.message } : event);
    };
    try {
      const end = await sendBundle(attempt, {
        caller,
        clock,
        signal: AbortSignal.any([closing.signal, attempt.cancelled]),
        shouldYield: () => queue.shouldYield(attempt),
        onEvent,
      });
      if (end !== 'away') return end;
      if (!gaveUp) void tryAgain({ ...attempt, awaySince, furthest });
      return 'done';
    } catch (error) {
      log.error({ err: error, bundle, platform }, 'deploy failed; the next start continues it');
      return 'done';
    }
  }

  /** Waits without a place in the queue. */
  async function tryAgain(attempt: Attempt): Promise<void> {
    const pauseMs = Math.min(RETRY_MS.max, RETRY_MS.first * 2 ** attempt.retries);
    const signal = AbortSignal.any([closing.signal, attempt.cancelled]);
    if (await clock.sleep(pauseMs, signal)) queue.add({ ...attempt, retries: attempt.retries + 1 });
  }

  function cancellationOf(bundle: string): AbortController {
    const controller = cancellations.get(bundle) ?? new AbortController();
    cancellations.set(bundle, controller);
    return controller;
  }

  const attemptOf = (platform: string, stored: StoredBundle): Attempt => ({
    cancelled: cancellationOf(String(stored.bundle.id)).signal,
    awaySince: null,
    furthest: 0,
    retries: 0,
    bundle: String(stored.bundle.id),
    platform,
    name: stored.bundle.name,
    size: stored.bundle.size,
    sha256: stored.sha256,
    priority: PRIORITIES.find((one) => one === stored.priority) ?? 'standard',
    path: pathOf(String(stored.bundle.id)),
  });

  return {
    async start(id, username, names) {
      const started = await records.start(id, username, names);
      if ('blocker' in started) return started;
      for (const platform of started.queued) queue.add(attemptOf(platform, started.bundle));
      return { targets: started.queued.length };
    },
    async cancel(id, username) {
      const cancelled = await records.cancel(id, username);
      cancellations.get(id)?.abort();
      cancellations.delete(id);
      return cancelled?.length;
    },
    async resume() {
      const unfinished = await targetsWith(db, IN_PROGRESS);
      for (const { bundle, platform } of unfinished) {
        const stored = await findBundle(db, bundle);
        if (stored !== undefined) queue.add(attemptOf(platform, stored));
      }
      if (unfinished.length > 0) log.info({ resumed: unfinished.length }, 'deploys resumed');
    },
    async close() {
      closing.abort();
      await queue.close();
    },
  };
}

function bytesAt(event: TargetEvent, size: number): number {
  if (event.type === 'sent') return event.bytes;
  return event.type === 'whole' || event.type === 'taken' ? size : 0;
}

/** Passes every event on, but repeated byte counts only after a while and repeated `whole` never. */
function throttleBytes(clock: Clock, record: (event: TargetEvent) => Promise<void>) {
  let last: { type: string; at: number } | null = null;
  return async (event: TargetEvent): Promise<void> => {
    const at = clock.elapsed();
    const repeated = last?.type === event.type;
    if (repeated && event.type === 'whole') return;
    if (repeated && event.type === 'sent' && at - (last?.at ?? 0) < RECORD_BYTES_EVERY_MS) return;
    last = { type: event.type, at };
    await record(event);
  };
}
