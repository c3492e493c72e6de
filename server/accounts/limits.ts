import { type AttemptLimits, type Attempts, createAttempts } from './attempts.ts';
import { type BackoffLimits, createBackoff } from './backoff.ts';

/**
 * The times of the attempts that one limit counts, by key. Bounded in keys: the one that was quiet longest goes first.
 */
export interface AttemptTimes {
  /**
   * Replaces the times of a key in one step. No times: the key is forgotten.
   *
   * @param change may be called again if somebody else was quicker; what it throws changes nothing
   */
  update(key: string, change: (times: readonly number[]) => readonly number[]): Promise<void>;
}

/** Opens the times of one limit. */
export type OpenAttemptTimes = (limit: LimitName) => AttemptTimes;

export interface LimitName {
  /** Unique; the same in every instance and release. */
  readonly name: string;
  readonly keysMax: number;
  /** After so long without an attempt a key may be forgotten. */
  readonly keepMs: number;
}

/** Makes what counts attempts: in memory for one instance, in the database for several. */
export interface Limits {
  attempts(name: string, limits: AttemptLimits): Attempts;
  backoff(name: string, limits: BackoffLimits): Attempts;
}

export function createLimits(now: () => number, openTimes: OpenAttemptTimes): Limits {
  return {
    attempts(name, limits) {
      const { keysMax, windowMs: keepMs } = limits;
      return createAttempts(openTimes({ name, keysMax, keepMs }), { ...limits, now });
    },
    backoff(name, limits) {
      const { keysMax, forgetMs: keepMs } = limits;
      return createBackoff(openTimes({ name, keysMax, keepMs }), { ...limits, now });
    },
  };
}

/** For one instance. */
export const memoryTimes: OpenAttemptTimes = ({ keysMax }) => {
  const timesByKey = new Map<string, readonly number[]>();
  return {
    async update(key, change) {
      const times = change(timesByKey.get(key) ?? []);
      timesByKey.delete(key);
      if (times.length > 0) timesByKey.set(key, times);
      const [oldest] = timesByKey.keys();
      if (timesByKey.size > keysMax && oldest !== undefined) timesByKey.delete(oldest);
    },
  };
};
