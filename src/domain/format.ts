/** Sizes, durations and ages as people read them. Times are epoch milliseconds on one clock. */

const KIBI = 1024;
const SIZE_UNITS = ['Bytes', 'KB', 'MB', 'GB'] as const;
const MINUTE_SEC = 60;
const HOUR_SEC = 60 * MINUTE_SEC;
const DAY_SEC = 24 * HOUR_SEC;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * A size (specification section 9): base 1024, two decimals without trailing zeros, in GB above GB.
 * '0 Bytes', '1.5 KB', '1.18 MB', '2048 GB'.
 *
 * @param bytes what is no size counts as 0
 */
export function sizeText(bytes: number): string {
  let value = Number.isFinite(bytes) && bytes > 0 ? bytes : 0;
  let unit = 0;
  while (value >= KIBI && unit < SIZE_UNITS.length - 1) {
    value /= KIBI;
    unit += 1;
  }
  return `${Number(value.toFixed(2))} ${SIZE_UNITS[unit]}`;
}

/** @returns milliseconds without decimals: '41 ms'; '—' when no probe was ever answered. */
export function latencyText(latencyMs: number | null): string {
  if (latencyMs === null) return '—';
  if (latencyMs > 0 && latencyMs < 1) return '<1 ms';
  return `${Math.round(latencyMs)} ms`;
}

/** @returns how long something took, rounded: '12 s', '3 min', '2 h', '4 d' */
export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < MINUTE_SEC) return `${seconds} s`;
  if (seconds < HOUR_SEC) return `${Math.round(seconds / MINUTE_SEC)} min`;
  if (seconds < DAY_SEC) return `${Math.round(seconds / HOUR_SEC)} h`;
  return `${Math.round(seconds / DAY_SEC)} d`;
}

/** @returns whole hours and minutes: 7,500 seconds are '2h 5m'. What is no time is 'Unknown'. */
export function uptimeText(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds < 0) return 'Unknown';
  const hours = Math.floor(seconds / HOUR_SEC);
  const minutes = Math.floor((seconds % HOUR_SEC) / MINUTE_SEC);
  return `${hours}h ${minutes}m`;
}

/**
 * How long ago something was, short enough for a corner of a panel: '12 s ago', '3 min ago', '2 h ago'.
 * What seems to lie in the future (a clock that is a little off) counts as now.
 */
export function ageText(at: number, now: number): string {
  const seconds = Math.max(0, Math.floor((now - at) / 1000));
  if (seconds < 2) return 'now';
  if (seconds < MINUTE_SEC) return `${seconds} s ago`;
  if (seconds < HOUR_SEC) return `${Math.floor(seconds / MINUTE_SEC)} min ago`;
  if (seconds < DAY_SEC) return `${Math.floor(seconds / HOUR_SEC)} h ago`;
  return `${Math.floor(seconds / DAY_SEC)} d ago`;
}

/** @returns such as 'less than a minute ago', '3 minutes ago', '2 days ago' */
export function agoText(at: number, now: number): string {
  const age = Math.max(0, now - at);
  if (age < MINUTE_MS) return 'less than a minute ago';
  if (age < HOUR_MS) return countAgo(age / MINUTE_MS, 'minute');
  if (age < DAY_MS) return countAgo(age / HOUR_MS, 'hour');
  return countAgo(age / DAY_MS, 'day');
}

/**
 * How long ago a row of the activity was written (specification section 4): under a minute 'Just now', under
 * an hour in minutes, then in hours. A row from the future is 'Just now'.
 *
 * @param createdAt ISO 8601
 * @returns the text, or the row's own text when it is no time
 */
export function activityTime(createdAt: string, now: number): string {
  const at = Date.parse(createdAt);
  if (Number.isNaN(at)) return createdAt;
  const age = now - at;
  if (age < MINUTE_MS) return 'Just now';
  if (age < HOUR_MS) return countAgo(age / MINUTE_MS, 'minute');
  return countAgo(age / HOUR_MS, 'hour');
}

function countAgo(count: number, unit: string): string {
  const whole = Math.floor(count);
  return `${whole} ${unit}${whole === 1 ? '' : 's'} ago`;
}
