import { DAY_MS } from '../../contract/limits.ts';

/** Times of day and dates, in the reader's own zone, which the device may change meanwhile. */

const SECONDS_BELOW = 100_000_000_000;

/**
 * A time as servers write it, ISO 8601 or epoch seconds or milliseconds, as epoch milliseconds.
 * Numbers below the year 5138 in seconds are seconds: in milliseconds they would lie before March 1973.
 *
 * @returns undefined for what is no time
 */
export function momentOf(value: string | number | null | undefined): number | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  if (typeof value !== 'number') return dateIn(Date.parse(value));
  return dateIn(value < SECONDS_BELOW ? value * 1000 : value);
}

/** @returns undefined for what `Date` cannot hold (ECMA-262, 21.4.1.1), and for what no screen could write in its zone */
export function dateIn(at: number): number | undefined {
  return Math.abs(at) <= MOMENT_MAX_MS ? at : undefined;
}

const MOMENT_MAX_MS = 8.64e15 - DAY_MS;

const HOUR_AND_MINUTE = { hour: '2-digit', minute: '2-digit' } as const;

const dateAndMinute = formatOnDemand({ dateStyle: 'medium', timeStyle: 'short' });
const dateAndSecond = formatOnDemand({ dateStyle: 'medium', timeStyle: 'medium' });
const hourAndMinute = formatOnDemand(HOUR_AND_MINUTE);
const HOUR_MINUTE_SECOND = { ...HOUR_AND_MINUTE, second: '2-digit' } as const;
const hourMinuteSecond = formatOnDemand(HOUR_MINUTE_SECOND);
const dateHourMinuteSecond = formatOnDemand({
  day: 'numeric',
  month: 'short',
  ...HOUR_MINUTE_SECOND,
});
const weekdayAndDate = formatOnDemand({ weekday: 'long', day: 'numeric', month: 'long' });
const dayAndMonth = formatOnDemand({ day: 'numeric', month: 'short' });
const dateHourAndMinute = formatOnDemand({ day: 'numeric', month: 'short', ...HOUR_AND_MINUTE });

/** @returns the date in the reader's own notation, and the minute; '—' for no time. */
export function momentText(at: number | undefined, seconds = false): string {
  if (at === undefined) return '—';
  return (seconds ? dateAndSecond : dateAndMinute)(at);
}

/** @returns '14:02' */
export const timeText = (at: number): string => hourAndMinute(at);

/** @returns '14:02:09', with its date unless it is of the day of `now` */
export function clockText(at: number, now: number): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return (isToday ? hourMinuteSecond : dateHourMinuteSecond)(at);
}

/** @returns the reader's zone and its offset at that moment: 'Europe/Berlin, GMT+1' */
export function zoneText(at: number): string {
  const format = new Intl.DateTimeFormat(undefined, { timeZoneName: 'shortOffset' });
  const { timeZone } = format.resolvedOptions();
  const offset = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value;
  return offset === undefined || timeZone === 'UTC' ? timeZone : `${timeZone}, ${offset}`;
}

/** @returns such as 'Saturday, November 21' */
export const dayText = (at: number): string => weekdayAndDate(at);

/** @returns such as '20 Nov' */
export const dayMonthText = (at: number): string => dayAndMonth(at);

/** @returns such as '20 Nov, 14:02' */
export const dateTimeText = (at: number): string => dateHourAndMinute(at);

/** @returns the time of day for a moment of the last 24 hours, with its date when it is longer ago */
export const momentAgoText = (at: number, now: number): string =>
  now - at < DAY_MS ? timeText(at) : dateTimeText(at);

/**
 * With 24 hours: short, and legible from afar. Making the first one takes a slow device a tenth of a second: a page without
 * moments makes none.
 */
function formatOnDemand(options: Intl.DateTimeFormatOptions): (at: number) => string {
  let format: Intl.DateTimeFormat | undefined;
  let zone = '';
  return (at) => {
    if (dateIn(at) === undefined) return '—';
    const zoneNow = deviceOffsets();
    if (!format || zone !== zoneNow)
      format = new Intl.DateTimeFormat(undefined, { hourCycle: 'h23', ...options });
    zone = zoneNow;
    return format.format(at);
  };
}

const [WINTER, SUMMER] = [new Date(2026, 0), new Date(2026, 6)];

/** Tells one zone from another, as a format keeps that in which it was made; to ask for its name takes far longer. */
const deviceOffsets = () => `${WINTER.getTimezoneOffset()} ${SUMMER.getTimezoneOffset()}`;
