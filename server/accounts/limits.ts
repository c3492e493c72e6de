import type { OpenAttemptTimes } from '../store/attempts.ts';
import { type AttemptLimits, type Attempts, createAttempts } from './attempts.ts';
import { type BackoffLimits, createBackoff } from './backoff.ts';

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
