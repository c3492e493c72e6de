/** Times of day and dates, in the reader's own zone. */

const SECONDS_BELOW = 100_000_000_000;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * A time as servers write it, ISO 8601 or epoch seconds or milliseconds, as epoch milliseconds.
 * Numbers below the year 5138 in seconds are seconds: in milliseconds they would lie before March 1973.
 *
 * @returns undefined for what is no time
 */
export function momentOf(value: string | number | null | undefined): number | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  if (typeof value === 'number') return value < SECONDS_BELOW ? value * 1000 : value;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : at;
}

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
const zoneOffset = formatOnDemand({ timeZoneName: 'shortOffset' });
const weekdayAndDate = formatOnDemand({ weekday: 'long', day: 'numeric', month: 'long' });
const dateHourAndMinute = formatOnDemand({ day: 'numeric', month: 'short', ...HOUR_AND_MINUTE });

/** @returns the date in the reader's own notation, and the minute; '—' for no time. */
export function momentText(at: number | undefined, seconds = false): string {
  if (at === undefined) return '—';
  return (seconds ? dateAndSecond : dateAndMinute)().format(at);
}

/** @returns '14:02' */
export const timeText = (at: number): string => hourAndMinute().format(at);

/** @returns '14:02:09', with its date unless it is of the day of `now` */
export function clockText(at: number, now: number): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return (isToday ? hourMinuteSecond : dateHourMinuteSecond)().format(at);
}

/** @returns the reader's zone and its offset at that moment: 'Europe/Berlin, GMT+1' */
export function zoneText(at: number): string {
  const { timeZone } = zoneOffset().resolvedOptions();
  const offset = zoneOffset()
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value;
  return offset === undefined || timeZone === 'UTC' ? timeZone : `${timeZone}, ${offset}`;
}

/** @returns such as 'Saturday, November 21' */
export const dayText = (at: number): string => weekdayAndDate().format(at);

/** @returns such as '20 Nov, 14:02' */
export const dateTimeText = (at: number): string => dateHourAndMinute().format(at);

/** @returns the time of day for a moment of the last 24 hours, with its date when it is longer ago */
export const momentAgoText = (at: number, now: number): string =>
  now - at < DAY_MS ? timeText(at) : dateTimeText(at);

/**
 * With 24 hours: short, and legible from afar. Making the first one takes a slow device a tenth of a second: a page without
 * moments makes none.
 */
function formatOnDemand(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  let format: Intl.DateTimeFormat | undefined;
  return () => {
    format ??= new Intl.DateTimeFormat(undefined, { hourCycle: 'h23', ...options });
    return format;
  };
}
