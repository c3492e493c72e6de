import { BusyError } from '../busy-error.ts';
import type { Attempts } from './attempts.ts';

interface BackoffLimits {
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
export function createBackoff(options: BackoffLimits & { now: () => number }): Attempts {
  const { free, firstWaitMs, longestWaitMs, forgetMs, keysMax, now } = options;
  /** More than these change nothing about the wait. */
  const countedMax = free + Math.ceil(Math.log2(longestWaitMs / firstWaitMs));
  const timesByKey = new Map<string, readonly number[]>();

  function timesOf(key: string): readonly number[] {
    const times = timesByKey.get(key) ?? [];
    return now() - (times.at(-1) ?? 0) >= forgetMs ? [] : times;
  }

  function store(key: string, times: readonly number[]): void {
    timesByKey.delete(key);
    if (times.length > 0) timesByKey.set(key, times.slice(-countedMax));
    const [oldest] = timesByKey.keys();
    if (timesByKey.size > keysMax && oldest !== undefined) timesByKey.delete(oldest);
  }

  function waitAfter(times: readonly number[]): number {
    const excess = times.length - free;
    if (excess < 0) return 0;
    return Math.min(firstWaitMs * 2 ** excess, longestWaitMs);
  }

  return {
    count(key) {
      const times = timesOf(key);
      const waitMs = (times.at(-1) ?? 0) + waitAfter(times) - now();
      if (waitMs > 0)
        throw new BusyError(
          'Too many attempts. Please wait a little.',
          429,
          Math.ceil(waitMs / 1000),
        );
      store(key, [...times, now()]);
    },
    refund: (key) => store(key, timesOf(key).slice(0, -1)),
    reset: (key) => timesByKey.delete(key),
  };
}
