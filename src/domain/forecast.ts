import { DAY_MS } from '../../contract/limits.ts';
import type { PlatformHistory } from '../../contract/shapes/mesh.ts';
import type { Disk } from '../../contract/shapes/system.ts';
import { latencyText } from './format.ts';

/** What follows from measured values, if they go on as they did. Silent where they do not support it. */

export interface Point {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly value: number;
}

interface Forecast {
  /** When the limit is passed, and between which times with 95 %. Epoch milliseconds. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

const DAYS = 14;
const POINTS_MIN = 10;
/** Share of the spread that the line explains (R²). */
const FIT_MIN = 0.6;

/**
 * When a value passes a limit from below: a line of least squares, as Zabbix's `timeleft`, and the slopes of its interval.
 *
 * @param points oldest first
 * @returns undefined when that cannot be said: too few, no line, no clear growth, over it already, or further ahead than was
 *   looked back
 */
export function forecastLimit(
  points: readonly Point[],
  limit: number,
  now: number,
): Forecast | undefined {
  const [first] = points;
  if (first === undefined || points.length < POINTS_MIN) return undefined;
  const [meanAt, mean] = [
    meanOf(points.map(({ at }) => at)),
    meanOf(points.map(({ value }) => value)),
  ];
  let [xx, xy, yy] = [0, 0, 0];
  for (const { at, value } of points) {
    xx += (at - meanAt) ** 2;
    xy += (at - meanAt) * (value - mean);
    yy += (value - mean) ** 2;
  }
  const slope = xy / xx;
  const freedom = points.length - 2;
  const error = studentOf(freedom) * Math.sqrt(Math.max(0, yy - slope * xy) / freedom / xx);
  const isLine = (slope * xy) / yy >= FIT_MIN && slope > error;
  if (!isLine || mean + slope * (now - meanAt) >= limit) return undefined;
  const passedAt = (rate: number) => Math.max(now, meanAt + (limit - mean) / rate);
  const at = passedAt(slope);
  if (at - now > now - first.at) return undefined;
  return { at, from: passedAt(slope + error), to: passedAt(slope - error) };
}

const meanOf = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Student's t for 95 % on both sides; from 8 degrees of freedom on within 0.01. */
const studentOf = (freedom: number) => 1.96 + 2.37 / freedom + 2.8 / freedom ** 2;

/** @returns a point for each of the last 14 days of which at least half was answered: without the swing of day and night */
export function dailyMedians({ from, to, slotMs, slots }: PlatformHistory): Point[] {
  const days = Array.from({ length: DAYS }, (): number[] => []);
  for (const [index, { latencyMs }] of slots.entries()) {
    const day = Math.floor((to - (from + index * slotMs) - 1) / DAY_MS);
    if (latencyMs !== null) days[day]?.push(latencyMs);
  }
  const points = days.flatMap((values, day) => {
    const median = values.sort((a, b) => a - b)[values.length >> 1];
    if (median === undefined || values.length * slotMs * 2 < DAY_MS) return [];
    return { at: to - (day + 0.5) * DAY_MS, value: median };
  });
  return points.reverse();
}

/** @returns such as 'Over 250 ms in about 9 days (6 to 14), if it goes on like the last 14 days'; undefined: nothing can be said */
export function latencyForecast(history: PlatformHistory, lateMs: number): string | undefined {
  const { to: now } = history;
  const forecast = forecastLimit(dailyMedians(history), lateMs, now);
  return forecast && `Over ${latencyText(lateMs)} ${inDays(forecast, now)}`;
}

/** @param shares of a file system that are in use. @returns such as 'Full in about 9 days (6 to 14), …' */
export function fullForecast(shares: PlatformHistory): string | undefined {
  const forecast = forecastLimit(dailyMedians(shares), 100, shares.to);
  return forecast && `Full ${inDays(forecast, shares.to)}`;
}

/** @returns such as 'The disk reaches its reserve in about 9 days (6 to 14), …', and the same of the database; those that can be said */
export function spaceForecasts({ days = [], freeBytes, reserveBytes, at }: Disk): string[] {
  const now = Date.parse(at);
  const say = (what: string, limit: number, measure: (day: (typeof days)[number]) => number) => {
    const points = days.map((day) => ({ at: day.at, value: measure(day) }));
    const forecast = forecastLimit(points, limit, now);
    return forecast ? [`${what} ${inDays(forecast, now)}`] : [];
  };
  const room = (days.at(-1)?.databaseBytes ?? 0) + freeBytes - reserveBytes;
  return [
    ...say('The disk reaches its reserve', -reserveBytes, (day) => -day.freeBytes),
    ...say('The database alone takes what is left', room, (day) => day.databaseBytes),
  ];
}

function inDays(forecast: Forecast, now: number): string {
  const daysTo = (at: number) => Math.max(1, Math.round((at - now) / DAY_MS));
  const [days, least, most] = [forecast.at, forecast.from, forecast.to].map(daysTo);
  const between = least === most ? '' : ` (${least} to ${most})`;
  const about = days === 1 && between === '' ? '1 day' : `${days} days`;
  return `in about ${about}${between}, if it goes on like the last ${DAYS} days`;
}
