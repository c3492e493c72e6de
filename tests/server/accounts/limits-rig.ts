import { onTestFinished } from 'vitest';
import { createLimits, type Limits } from '../../../server/limits/limits.ts';
import { openTestStore } from '../engine.ts';
import { temporaryDir } from '../temporary-dir.ts';

/** The limits of as many instances of one database; on SQLite there is one instance, asked several times. */
export async function openLimits(now: () => number, instances = 1): Promise<Limits[]> {
  const { db, close } = await openTestStore(await temporaryDir(), [], now);
  onTestFinished(close);
  return Array.from({ length: instances }, () => createLimits(db, now));
}

export async function openOneLimits(now: () => number): Promise<Limits> {
  const [limits] = await openLimits(now);
  if (limits === undefined) throw new Error('no limits');
  return limits;
}
