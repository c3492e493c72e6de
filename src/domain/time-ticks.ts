import { MINUTE_MS } from '../../contract/limits.ts';
import { dayMonthText, timeText } from './moment.ts';

const DAY_MINUTES = 24 * 60;
/** More would crowd a narrow axis. */
const MOST = 5;
const STEPS_MINUTES = [
  ...[5, 15, 30, 60, 180, 360],
  ...[1, 2, 7, 14, 28].map((days) => days * DAY_MINUTES),
];

export interface TimeTick {
  /** Epoch milliseconds. */
  readonly at: number;
  /** The time of day; of days their date. */
  readonly text: string;
}

/**
 * @param from epoch milliseconds, as `to`
 * @returns at most five round times between both by the reader's own clock, the same ones while time goes on
 */
export function timeTicks(from: number, to: number): TimeTick[] {
  const fits = (minutes: number) => (to - from) / MINUTE_MS / minutes <= MOST;
  const step = STEPS_MINUTES.find(fits) ?? 28 * DAY_MINUTES;
  const isDays = step >= DAY_MINUTES;
  const start = new Date(from);
  const [year, month, date] = [start.getFullYear(), start.getMonth(), start.getDate()];
  const day = Date.UTC(year, month, date) / MINUTE_MS / DAY_MINUTES;
  const first = date - (isDays ? day % (step / DAY_MINUTES) : 0);
  const ticks: TimeTick[] = [];
  const atMinutes = (minutes: number) => new Date(year, month, first, 0, minutes).getTime();
  // Of what is no time this ends at once: NaN is never less.
  for (let minutes = 0, at = atMinutes(0); at < to; minutes += step, at = atMinutes(minutes))
    if (at >= from) ticks.push({ at, text: isDays ? dayMonthText(at) : timeText(at) });
  return ticks;
}
