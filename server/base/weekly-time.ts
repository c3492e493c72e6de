import { DateTime } from 'luxon';
import { DAY_MS, WEEK_MS } from '../../contract/limits.ts';
import { zonedTime } from './zoned-time.ts';

/** A moment of each week, by the clocks of a time zone. */
export interface WeeklyTime {
  /** 1 Monday to 7 Sunday. */
  readonly weekday: number;
  /** Such as 09:00. */
  readonly time: string;
  /** IANA name. */
  readonly timeZone: string;
}

const FIRST_MONDAY = Date.UTC(1969, 11, 29);

/** @returns the calendar week in which it last was, counted from that of the epoch. @param at epoch milliseconds */
export function weekAt(weekly: WeeklyTime, at: number): number {
  const { year, month, day } = zonedTime(at, weekly.timeZone).startOf('week');
  const week = Math.round((Date.UTC(year, month - 1, day) - FIRST_MONDAY) / WEEK_MS);
  return timeIn(weekly, week) > at ? week - 1 : week;
}

/**
 * @returns epoch milliseconds. By the clocks of the time zone: a time that they leave out is an hour later, of one that they show twice
 *   the first counts
 */
export function timeIn({ weekday, time, timeZone }: WeeklyTime, week: number): number {
  const date = new Date(FIRST_MONDAY + week * WEEK_MS + (weekday - 1) * DAY_MS);
  const { zone } = zonedTime(0, timeZone);
  const day = DateTime.fromISO(date.toISOString().slice(0, 10), { zone });
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return day.set({ hour, minute }).toMillis();
}
