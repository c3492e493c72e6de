import type { FastifyBaseLogger } from 'fastify';
import { PRIORITIES } from '../../../contract/limits.ts';
import type { Change } from '../../../contract/live.ts';
import { keyOf, keyText } from '../../../contract/paths.ts';
import type { Clock } from '../../base/clock.ts';
import type { TermBase } from '../../feature.ts';
import type { Caller } from '../../mesh/transport/caller.ts';
import { findBundle, type StoredBundle } from '../rows/bundles.ts';
import { IN_PROGRESS, targetsWith } from '../rows/deployments.ts';
import type { BundleStore } from '../store/bundle-store.ts';
import { createDeployQueue } from './deploy-queue.ts';
import { createDeployRecords } from './deploy-records.ts';
import { deployStateOf, type Target, type TargetEvent } from './deploy-target.ts';
import { sendBundle, type Transfer } from './send-bundle.ts';

interface TransfersDeps
  extends Pick<TermBase, 'db' | 'journal' | 'clock' | 'loops' | 'platforms' | 'notify'> {
  readonly caller: Caller;
  readonly files: Pick<BundleStore, 'open'>;
  readonly config: { readonly deployRetryMs: number };
  readonly log: Pick<FastifyBaseLogger, 'info' | 'error'>;
}

const BUNDLE = keyText([...keyOf('bundles'), '']);
/** Each holds a chunk or two in memory. */
const CONCURRENT_TRANSFERS = 8;
/** Byte counts are stored at most this often: each is a synced commit. */
const RECORD_BYTES_EVERY_MS = 400;
/** Pauses before a receiver that does not answer is tried again: doubled each time. */
const RETRY_MS = { first: 2_000, max: 30_000 };
const LOOK_AGAIN = { name: 'look at deploys again', everyMs: RETRY_MS.max, limitMs: RETRY_MS.max };

/** The receiver did nothing wrong; it is tried again as one that is away. */
const OWN_ERROR = { type: 'away', message: 'was not sent: this server had an error' } as const;

/** A transfer, and what its earlier attempts found. */
interface Attempt extends Transfer {
  readonly cancelled: AbortSignal;
  /** Since when the receiver is away and accepted no more bytes, in monotonic milliseconds, and until when it is tried. */
  readonly away: { readonly since: number; readonly until: string } | undefined;
  /** Most bytes that it ever had. */
  readonly furthest: number;
  readonly retries: number;
}

/** Bundles on their way to their targets, from the beginning of a term to its end. The leader sends what is stored. */
export function createTransfers(deps: TransfersDeps) {
  const { db, journal, platforms, notify, caller, files, clock, log } = deps;
  const closing = new AbortController();
  const records = createDeployRecords({ journal, platforms, now: clock.now, notify });
  const queue = createDeployQueue<Attempt>({ transfer, concurrency: CONCURRENT_TRANSFERS });
  /** Aborts the attempts of each bundle whose deployment goes on. */
  const cancellations = new Map<string, AbortController>();

  const signalOf = ({ cancelled }: Attempt) => AbortSignal.any([closing.signal, cancelled]);

  async function transfer(attempt: Attempt): Promise<'done' | 'yielded'> {
    const { bundle, platform } = attempt;
    const record = throttleBytes(clock, (event) => records.record(bundle, platform, event));
    const { onEvent, givenUp, progress } = followReceiver(attempt, deps, record);
    const signal = AbortSignal.any([signalOf(attempt), givenUp]);
    try {
      const end = await sendBundle(attempt, {
        caller,
        files,
        clock,
        signal,
        shouldYield: () => queue.shouldYield(attempt),
        onEvent,
      });
      if (end !== 'away') return end;
    } catch (error) {
      if (signal.aborted) return 'done';
      log.error({ err: error, bundle, platform }, 'deploy failed; it is tried again');
      // Nothing ends that cannot be stored.
      await onEvent(OWN_ERROR, true).catch(() => undefined);
    }
    if (!givenUp.aborted) void tryAgain({ ...attempt, ...progress() });
    return 'done';
  }

  /** Waits without a place in the queue; the last try is at the end of its time. */
  async function tryAgain(attempt: Attempt): Promise<void> {
    const { away, retries } = attempt;
    const leftMs = away ? away.since + deps.config.deployRetryMs - clock.elapsed() : RETRY_MS.max;
    const pauseMs = Math.min(RETRY_MS.max, RETRY_MS.first * 2 ** retries, Math.max(0, leftMs));
    if (await clock.sleep(pauseMs, signalOf(attempt)))
      queue.add({ ...attempt, retries: retries + 1 });
  }

  /** Sends a bundle to every target that is in progress, unless that goes on already. @returns to how many */
  async function begin(bundle: string): Promise<number> {
    if (cancellations.has(bundle)) return 0;
    const cancellation = new AbortController();
    cancellations.set(bundle, cancellation);
    const stored = await findBundle(db, bundle).catch((error: unknown) => {
      end(bundle);
      throw error;
    });
    const targets = stored?.targets.filter(({ status }) => IN_PROGRESS.includes(status)) ?? [];
    if (stored === undefined || cancellation.signal.aborted) return 0;
    for (const { platform, sentBytes, retryUntil } of targets)
      queue.add({
        ...firstAttempt(stored, { platform, cancelled: cancellation.signal }),
        away: retryUntil ? awayUntil(retryUntil, deps) : undefined,
        furthest: sentBytes,
      });
    return targets.length;
  }

  function end(bundle: string): void {
    cancellations.get(bundle)?.abort();
    cancellations.delete(bundle);
  }

  /** Called once, when peers can be called: continues what an earlier leader left unfinished. */
  async function resume(): Promise<void> {
    const begun = [...cancellations.keys()];
    const unfinished = new Set((await targetsWith(db, IN_PROGRESS)).map(({ bundle }) => bundle));
    for (const bundle of begun) if (!unfinished.has(bundle)) end(bundle);
    let resumed = 0;
    for (const bundle of unfinished) resumed += await begin(bundle);
    if (resumed > 0) log.info({ resumed }, 'deploys resumed');
  }
  const stopFollowing = followDeployments(deps, closing.signal, { begin, end, resume });

  return {
    resume,
    /** Stops each transfer before its next call. */
    async close() {
      stopFollowing();
      closing.abort();
      await queue.close();
    },
  };
}

/** Records what an attempt finds, until when its receiver is tried, and that it is given up. */
function followReceiver(
  attempt: Attempt,
  { clock, config, platforms }: TransfersDeps,
  record: (event: TargetEvent) => Promise<void>,
) {
  let { away, furthest } = attempt;
  const givenUp = new AbortController();
  const isHopeless = (since: number) =>
    clock.elapsed() - since >= config.deployRetryMs ||
    platforms.every(({ id }) => id !== attempt.platform);
  return {
    givenUp: givenUp.signal,
    progress: () => ({ away, furthest }),
    async onEvent(event: TargetEvent, isEnd: boolean): Promise<void> {
      const bytes = bytesAt(event, attempt.size);
      // Answers alone are no progress: a receiver must not be tried for ever.
      if (bytes > furthest) away = undefined;
      furthest = Math.max(furthest, bytes);
      if (event.type !== 'away') return record(event);
      const until = () => new Date(clock.now() + config.deployRetryMs).toISOString();
      away ??= { since: clock.elapsed(), until: until() };
      // The first attempt has all its calls, however short the time is.
      const mayEnd = isEnd || attempt.retries > 0;
      if (!mayEnd || !isHopeless(away.since)) return record({ ...event, until: away.until });
      await record({ type: 'failed', message: event.message });
      givenUp.abort();
    },
  };
}

/** @returns since when a receiver was away that an earlier process or term tries until then */
function awayUntil(until: string, { clock, config }: TransfersDeps): Attempt['away'] {
  const leftMs = Math.min(Date.parse(until) - clock.now(), config.deployRetryMs);
  return { since: clock.elapsed() + leftMs - config.deployRetryMs, until };
}

const firstAttempt = (
  { bundle, sha256, priority }: StoredBundle,
  to: Pick<Attempt, 'platform' | 'cancelled'>,
): Attempt => ({
  ...to,
  away: undefined,
  furthest: 0,
  retries: 0,
  bundle: String(bundle.id),
  name: bundle.name,
  size: bundle.size,
  sha256,
  priority: PRIORITIES.find((one) => one === priority) ?? 'standard',
});

interface DeploymentListener {
  begin(bundle: string): Promise<unknown>;
  end(bundle: string): void;
  /** Called when changes were missed, or one could not be followed, until it succeeds. */
  resume(): Promise<void>;
}

/** Deployments are started and cancelled by any instance; the journal has both. @returns stops listening */
function followDeployments(
  { journal, loops, log }: TransfersDeps,
  closing: AbortSignal,
  { begin, end, resume }: DeploymentListener,
): () => void {
  const lookAgain = () =>
    loops.until(LOOK_AGAIN, closing, async () => {
      try {
        await resume();
        return true;
      } catch (error) {
        log.error({ err: error }, 'deploys not looked at; it is tried again');
        return false;
      }
    });

  const stopListening = journal.subscribe((change) => {
    const deployment = deploymentIn(change);
    if (deployment === undefined) return;
    const { bundle, inProgress } = deployment;
    if (inProgress) begin(bundle).catch(lookAgain);
    else end(bundle);
  });
  const stopGaps = journal.onGap(() => void lookAgain());
  return () => {
    stopListening();
    stopGaps();
  };
}

/** @returns undefined for a change of anything else */
function deploymentIn({ key, op, data }: Change) {
  const text = keyText(key);
  if (op !== 'patch' || !text.startsWith(BUNDLE)) return undefined;
  // Written by this program: see `deploy-records.ts`.
  const { targets } = data as { targets?: readonly Target[] };
  const inProgress = targets && deployStateOf(targets) === 'in-progress';
  return inProgress === undefined ? undefined : { bundle: text.slice(BUNDLE.length), inProgress };
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
