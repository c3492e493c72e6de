import { AsyncResource } from 'node:async_hooks';
import pLimit from 'p-limit';
import PQueue from 'p-queue';
import { BusyError } from '../base/http-error.ts';

/**
 * How many peers are called at once. If a thousand calls started together, this process would still be
 * signing when the first answers arrive, and would measure its own delay as theirs.
 */
const PEERS_AT_ONCE = 48;

/** @returns the results in the order of the items; rejects with the first failure */
export const mapConcurrent = <Item, Result>(
  items: readonly Item[],
  job: (item: Item) => Promise<Result>,
  concurrency = PEERS_AT_ONCE,
): Promise<Result[]> => pLimit(concurrency).map(items, job);

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
