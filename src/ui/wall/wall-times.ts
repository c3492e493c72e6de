/** The times on a wall, in the screen's own zone and on 24 hours: short, and read from afar. */
const HOUR_AND_MINUTE = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

const TIME = new Intl.DateTimeFormat(undefined, HOUR_AND_MINUTE);
const DAY = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' });
const DAY_AND_TIME = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  ...HOUR_AND_MINUTE,
});

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** @returns '14:02' */
export const timeText = (at: number): string => TIME.format(at);

/** @returns such as 'Saturday, November 21' */
export const dayText = (at: number): string => DAY.format(at);

/** @returns the time of a moment of the last day, with its date when it is longer ago */
export const momentAgoText = (at: number, now: number): string =>
  (now - at < DAY_MS ? TIME : DAY_AND_TIME).format(at);

/** @returns such as '3 minutes ago' */
export function agoText(at: number, now: number): string {
  const age = Math.max(0, now - at);
  if (age < MINUTE_MS) return 'less than a minute ago';
  if (age < HOUR_MS) return ago(Math.floor(age / MINUTE_MS), 'minute');
  if (age < DAY_MS) return ago(Math.floor(age / HOUR_MS), 'hour');
  return ago(Math.floor(age / DAY_MS), 'day');
}

const ago = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`;
