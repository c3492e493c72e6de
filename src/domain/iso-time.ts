import { MINUTE_MS } from '../../contract/limits.ts';

/** Times for files that others read: ISO 8601 in this device's time zone, with its offset at that moment. */

/** @returns such as '2026-11-23T02:35:00.000+01:00' */
export function isoText(at: number): string {
  const local = new Date(at + offsetMinutes(at) * MINUTE_MS);
  return `${local.toISOString().slice(0, -1)}${offsetText(at)}`;
}

/** @returns such as '+01:00'; '+00:00' in UTC */
export function offsetText(at: number): string {
  const minutes = Math.abs(offsetMinutes(at));
  const sign = offsetMinutes(at) < 0 ? '-' : '+';
  return `${sign}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

/** East of Greenwich is positive. Old dates have offsets with seconds, which ISO 8601 cannot say. */
const offsetMinutes = (at: number) => -Math.round(new Date(at).getTimezoneOffset());
const twoDigits = (value: number) => String(value).padStart(2, '0');
