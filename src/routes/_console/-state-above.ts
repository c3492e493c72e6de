import type { Reading } from '../../link/reads.ts';

/** @returns what may be said of the cards over it that these reads fill */
export function stateAbove(...readings: readonly Reading<unknown>[]): string {
  const isLive = readings.every(({ age, failure }) => age === 'fresh' && !failure);
  return isLive ? 'The state above is live.' : 'The state above is the last that is known.';
}
