import { AHEAD_MAX_MS } from '../base/clock.ts';
import { BusyError } from '../base/http-error.ts';
import type { Database } from '../database/database.ts';
import { attemptTimes, type UpdateTimes } from './rows.ts';

/**
 * Attempts by key (an account's name, an address), bounded in keys. An attempt is counted before its outcome is known, so
 * that a thousand at once cannot slip through together; a successful one is refunded.
 */
export interface Attempts {
  /** Counts one attempt. @throws BusyError, with the seconds until the next is allowed, for one too many */
  count(key: string): Promise<void>;
  /** Takes back one attempt. */
  refund(key: string): Promise<void>;
  /** Takes back all attempts of this key. */
  reset(key: string): Promise<void>;
}

interface AttemptLimits {
  readonly max: number;
  readonly windowMs: number;
  /** Keys that are remembered; the one that was quiet longest goes first. */
  readonly keysMax: number;
}

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

/** Makes what counts attempts, for all instances of a database together. Each name is unique, and the same in every release. */
export type Limits = ReturnType<typeof createLimits>;

export function createLimits(db: Database, now: () => number) {
  return {
    /** A sliding count. */
    attempts(name: string, { max, windowMs, keysMax }: AttemptLimits): Attempts {
      const update = attemptTimes(db, now, { name, keysMax, keepMs: windowMs });
      return createAttempts(update, now, {
        recent: (times) => times.filter((at) => at > now() - windowMs),
        nextAt: (times) => (times.length < max ? 0 : (times[0] ?? 0) + windowMs),
        storedMax: max,
      });
    },
    /** Attempts that have to wait longer with each one. Nothing but a success or quiet takes them back. */
    backoff(name: string, limits: BackoffLimits): Attempts {
      const { free, firstWaitMs, longestWaitMs, forgetMs, keysMax } = limits;
      const update = attemptTimes(db, now, { name, keysMax, keepMs: forgetMs });
      const waitAfter = (count: number) =>
        count < free ? 0 : Math.min(firstWaitMs * 2 ** (count - free), longestWaitMs);
      return createAttempts(update, now, {
        recent: (times) => (now() - (times.at(-1) ?? 0) < forgetMs ? times : []),
        nextAt: (times) => (times.at(-1) ?? 0) + waitAfter(times.length),
        // More than these change nothing about the wait.
        storedMax: free + Math.ceil(Math.log2(longestWaitMs / firstWaitMs)),
      });
    },
  };
}

interface Rule {
  /** @returns those that still count */
  recent(times: readonly number[]): readonly number[];
  /** @returns when the next attempt is allowed after these */
  nextAt(times: readonly number[]): number;
  readonly storedMax: number;
}

const createAttempts = (
  update: UpdateTimes,
  now: () => number,
  { recent, nextAt, storedMax }: Rule,
): Attempts => ({
  count: (key) =>
    update(key, (all) => {
      const times = recent(all.filter((at) => at < now() + AHEAD_MAX_MS));
      const waitMs = nextAt(times) - now();
      if (waitMs > 0)
        throw new BusyError(
          'Too many attempts. Please wait a little.',
          429,
          Math.ceil(waitMs / 1000),
        );
      return [...times, now()].slice(-storedMax);
    }),
  refund: (key) => update(key, (times) => recent(times).slice(0, -1)),
  reset: (key) => update(key, () => []),
});
