import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/limits.ts';

const SECOND_MS = 1000;

/** @returns a duration for people, in the unit that suits it, such as '40 s' or '2 min' */
export function durationText(ms: number): string {
  if (ms < MINUTE_MS) return `${Math.round(ms / SECOND_MS)} s`;
  if (ms < 2 * HOUR_MS) return `${Math.round(ms / MINUTE_MS)} min`;
  if (ms < 2 * DAY_MS) return `${Math.round(ms / HOUR_MS)} h`;
  return `${Math.round(ms / DAY_MS)} days`;
}
