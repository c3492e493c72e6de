import { onTestFinished } from 'vitest';
import { createLimits, type Limits, memoryTimes } from '../../../server/accounts/limits.ts';
import {
  type AttemptTimes,
  type OpenAttemptTimes,
  tableTimes,
} from '../../../server/store/attempts.ts';
import { ENGINE, openTestStore } from '../engine.ts';
import { temporaryDir } from '../temporary-dir.ts';

/** The limits of as many instances of one database; on SQLite there is one instance, asked several times. */
export async function openLimits(now: () => number, instances = 1): Promise<Limits[]> {
  if (ENGINE === 'sqlite') {
    const opened = new Map<string, AttemptTimes>();
    const openOnce: OpenAttemptTimes = (limit) => {
      const times = opened.get(limit.name) ?? memoryTimes(limit);
      opened.set(limit.name, times);
      return times;
    };
    return Array.from({ length: instances }, () => createLimits(now, openOnce));
  }
  const { db, close } = await openTestStore(await temporaryDir(), [], now);
  onTestFinished(close);
  return Array.from({ length: instances }, () => createLimits(now, tableTimes(db, now)));
}

export async function openOneLimits(now: () => number): Promise<Limits> {
  const [limits] = await openLimits(now);
  if (limits === undefined) throw new Error('no limits');
  return limits;
}
