import { AsyncResource } from 'node:async_hooks';
import pLimit from 'p-limit';
import PQueue from 'p-queue';
import type { Clock } from '../base/clock.ts';
import { BusyError } from '../base/http-error.ts';

/**
 * If a thousand calls began together, this process would still be signing when the first answers arrive, and would measure its
 * own delay as theirs. One that has not ended after this time holds up no other.
 */
const PACE = { atOnce: 4, slotMs: 10 } as const;

/**
 * Begins the jobs a few at a time; one that hangs delays none.
 *
 * @returns the results in the order of the items; rejects with the first failure
 */
export async function mapPaced<Item, Result>(
  items: readonly Item[],
  job: (item: Item) => Promise<Result>,
  clock: Pick<Clock, 'sleep'>,
): Promise<Result[]> {
  const begun = await pLimit(PACE.atOnce).map(items, async (item) => {
    const ending = job(item);
    await waitAtMost(PACE.slotMs, ending, clock);
    return { ending };
  });
  return Promise.all(begun.map(({ ending }) => ending));
}

/** Resolves after `ms` if the work has not ended before; rejects as it does. */
export async function waitAtMost(
  ms: number,
  work: Promise<unknown>,
  { sleep }: Pick<Clock, 'sleep'>,
): Promise<void> {
  const ended = new AbortController();
  await Promise.race([work.finally(() => ended.abort(ENDED)), sleep(ms, ended.signal)]);
}

/** Without a reason of our own, each abort would create an error with its stack trace. */
const ENDED = 'ended';

const RETRY_AFTER_SEC = 5;

interface BoundedQueueOptions {
  /** Why a caller is refused: a sentence without its full stop. */
  readonly busy: string;
  /** How many calls may wait beside the one that runs. */
  readonly waitingMax: number;
}

/**
 * Runs one job at a time and lets a few wait.
 *
 * @returns queues a job; rejects with BusyError when too many wait already
 */
export function createBoundedQueue({ busy, waitingMax }: BoundedQueueOptions) {
  const queue = new PQueue({ concurrency: 1 });

  return async function enqueue<T>(job: () => Promise<T>): Promise<T> {
    if (queue.pending + queue.size > waitingMax)
      throw new BusyError(`${busy}, and others wait for it; try again soon.`, 429, RETRY_AFTER_SEC);
    // Else it runs on behalf of whoever had the queue before.
    return queue.add(AsyncResource.bind(job));
  };
}
