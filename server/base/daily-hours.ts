import type { DateTime } from 'luxon';
import type { RulePayload } from '../../contract/sent/alert.ts';
import { zonedTime } from './zoned-time.ts';

/** Hours of each day, by the clocks of a time zone: in which no alerts are sent, or a display is on. */
export type DailyHours = NonNullable<RulePayload['quiet']>;

/**
 * @param hours `from` later than `to`: over midnight
 * @returns the end of the hours that `now` lies in, epoch milliseconds; null outside them. The times are those on
 *   the clocks of the time zone: on days on which these are changed the hours are shorter or longer
 */
export function endOfHours({ from, to, timeZone }: DailyHours, now: number): number | null {
  const today = zonedTime(now, timeZone);
  // Those that began yesterday, and those of today.
  for (const days of [-1, 0]) {
    const day = today.plus({ days });
    const [start] = timesOf(day, from);
    const end = timesOf(from > to ? day.plus({ days: 1 }) : day, to).at(-1) ?? start;
    if (start <= now && now < end) return end;
  }
  return null;
}

/** @returns when the clocks show a time: twice where they are set back; where they leave it out, when they are set forward */
function timesOf(day: DateTime, time: string): [first: number, last?: number] {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  let at = day.startOf('day').set({ hour, minute });
  if (at.hour === hour && at.minute === minute) {
    const [first = at, ...more] = at.getPossibleOffsets().sort((a, b) => +a - +b);
    return [+first, ...more.map(Number)] as [number, number?];
  }
  while (at.minus({ minutes: 1 }).offset === at.offset) at = at.minus({ minutes: 1 });
  return [+at];
}
