/** Sizes, durations and ages as people read them. Times are epoch milliseconds on one clock. */

const KIBI = 1024;
const SIZE_UNITS = ['Bytes', 'KB', 'MB', 'GB'] as const;
const MINUTE_SEC = 60;
const HOUR_SEC = 60 * MINUTE_SEC;
const DAY_SEC = 24 * HOUR_SEC;

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

/** @returns without decimals: '41 ms', and of runs of jobs, which may take long, '90 s' or '2 h 40 min'; '—' when there was none. */
export function latencyText(latencyMs: number | null): string {
  if (latencyMs === null) return '—';
  if (latencyMs >= 600_000) return durationText(latencyMs);
  if (latencyMs >= 10_000) return `${Math.round(latencyMs / 1000)} s`;
  if (latencyMs > 0 && latencyMs < 1) return '<1 ms';
  return `${Math.round(latencyMs)} ms`;
}

/** @returns how long something takes, in two units at most, never longer than it is: '12 s', '3 min', '2 h 40 min', '4 d 3 h' */
export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < MINUTE_SEC) return `${seconds} s`;
  if (seconds < HOUR_SEC) return `${Math.floor(seconds / MINUTE_SEC)} min`;
  if (seconds < DAY_SEC) return twoUnits(seconds, [HOUR_SEC, 'h'], [MINUTE_SEC, 'min']);
  return twoUnits(seconds, [DAY_SEC, 'd'], [HOUR_SEC, 'h']);
}

type Unit = readonly [seconds: number, name: string];

function twoUnits(seconds: number, [large, name]: Unit, [small, smallName]: Unit): string {
  const rest = Math.floor((seconds % large) / small);
  return `${Math.floor(seconds / large)} ${name}${rest === 0 ? '' : ` ${rest} ${smallName}`}`;
}

/** @returns whole hours and minutes: 7,500 seconds are '2 h 5 min'. What is no time is 'Unknown'. */
export function uptimeText(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds < 0) return 'Unknown';
  const hours = Math.floor(seconds / HOUR_SEC);
  const minutes = Math.floor((seconds % HOUR_SEC) / MINUTE_SEC);
  return `${hours} h ${minutes} min`;
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
  const minutes = Math.floor((now - at) / (MINUTE_SEC * 1000));
  if (minutes < 1) return 'Just now';
  return minutes < 60 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ago`;
}
