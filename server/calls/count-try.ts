import type { Attempts } from '../accounts/attempts.ts';
import { refuse } from '../http/refuse.ts';

/** Counts one try against a key. Throws 429, with when to come back, for one too many. */
export function countTry(attempts: Attempts, key: string): void {
  const waitMs = attempts.take(key);
  if (waitMs === 0) return;
  const seconds = Math.ceil(waitMs / 1000);
  throw refuse(429, 'Too many tries. Please wait a little.', { 'retry-after': String(seconds) });
}
