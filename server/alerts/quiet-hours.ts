import { DateTime } from 'luxon';
import type { RulePayload } from '../../contract/sent/alert.ts';

type QuietHours = NonNullable<RulePayload['quiet']>;

/**
 * @param quiet `from` later than `to`: over midnight
 * @returns the end of the quiet hours that `now` lies in, epoch milliseconds; null outside them. The times are those on
 *   the clocks of the time zone: on days on which these are changed the hours are shorter or longer
 */
export function quietUntil({ from, to, timeZone }: QuietHours, now: number): number | null {
  const today = DateTime.fromMillis(now, { zone: timeZone });
  // Those that began yesterday, and those of today.
  for (const days of [-1, 0]) {
    const day = today.plus({ days });
    const start = atTime(day, from);
    const end = atTime(from > to ? day.plus({ days: 1 }) : day, to);
    if (start <= now && now < end) return end;
  }
  return null;
}

/** A time that the clocks leave out is an hour later. */
function atTime(day: DateTime, time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return day.startOf('day').set({ hour, minute }).toMillis();
}
