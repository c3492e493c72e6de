import type { AttemptTimes } from '../store/attempts.ts';
import { type Attempts, tooMany } from './attempts.ts';

export interface BackoffLimits {
  /** Attempts that need not wait. */
  readonly free: number;
  /** After each further one the wait doubles, from the first to the longest. */
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
  /** After so long without an attempt all are forgotten. */
  readonly forgetMs: number;
  /** Keys that are remembered; the one that was quiet longest goes first. */
  readonly keysMax: number;
}

/** Attempts by key that have to wait longer with each one. Nothing but a success or quiet takes them back. */
export function createBackoff(
  stored: AttemptTimes,
  options: BackoffLimits & { now: () => number },
): Attempts {
  const { free, firstWaitMs, longestWaitMs, forgetMs, now } = options;
  /** More than these change nothing about the wait. */
  const countedMax = free + Math.ceil(Math.log2(longestWaitMs / firstWaitMs));

  const unforgotten = (times: readonly number[]): readonly number[] =>
    now() - (times.at(-1) ?? 0) >= forgetMs ? [] : times;

  function waitAfter(times: readonly number[]): number {
    const excess = times.length - free;
    if (excess < 0) return 0;
    return Math.min(firstWaitMs * 2 ** excess, longestWaitMs);
  }

  return {
    count: (key) =>
      stored.update(key, (all) => {
        const times = unforgotten(all);
        const waitMs = (times.at(-1) ?? 0) + waitAfter(times) - now();
        if (waitMs > 0) throw tooMany(waitMs);
        return [...times, now()].slice(-countedMax);
      }),
    refund: (key) => stored.update(key, (times) => unforgotten(times).slice(0, -1)),
    reset: (key) => stored.update(key, () => []),
  };
}
