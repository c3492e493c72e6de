/** Periods, and times of day in a named time zone. */

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
/** As selects have them; Monday is 1, as on the wire. */
export const WEEKDAY_OPTIONS = WEEKDAYS.map((label, index) => ({ value: `${index + 1}`, label }));

/** @returns the IANA name of the reader's time zone, such as 'Europe/Berlin' */
export const deviceTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** @returns every time zone that this browser knows, the reader's first */
export function timeZones(): string[] {
  const own = deviceTimeZone();
  return [own, ...['UTC', ...Intl.supportedValuesOf('timeZone')].filter((zone) => zone !== own)];
}

/** @returns 'Mon, Nov 23, 14:00 – 15:30' in the reader's notation; both dates where they differ */
export function periodText(from: number, to: number, timeZone = deviceTimeZone()): string {
  return periodFormat(timeZone).formatRange(from, Math.max(from, to));
}

/** Makes a format for a time zone once. */
const periodFormats = new Map<string, Intl.DateTimeFormat>();
function periodFormat(timeZone: string): Intl.DateTimeFormat {
  const format =
    periodFormats.get(timeZone) ??
    new Intl.DateTimeFormat(undefined, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone,
    });
  periodFormats.set(timeZone, format);
  return format;
}

/**
 * @param text of an input for date and time, such as '2026-11-23T14:00'
 * @returns epoch milliseconds of that time of day in the zone; undefined for what is no time
 */
export function epochIn(timeZone: string, text: string): number | undefined {
  const asUtc = Date.parse(`${text}Z`);
  if (Number.isNaN(asUtc)) return undefined;
  // The offset at the first guess is another one within hours of a change of the clock.
  const guess = asUtc - offsetMs(timeZone, asUtc);
  return asUtc - offsetMs(timeZone, guess);
}

/** @returns the moment as an input for date and time takes it, in the zone: '2026-11-23T14:00' */
export function inputTextIn(timeZone: string, at: number): string {
  return new Date(at + offsetMs(timeZone, at)).toISOString().slice(0, 16);
}

/** @returns what a clock in the zone is ahead of UTC at that moment, milliseconds */
function offsetMs(timeZone: string, at: number): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at);
  const value = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value);
  const shown = Date.UTC(
    value('year'),
    value('month') - 1,
    value('day'),
    value('hour'),
    value('minute'),
    value('second'),
  );
  return shown - Math.floor(at / 1000) * 1000;
}
