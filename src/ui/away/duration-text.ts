const MINUTE_SEC = 60;
const HOUR_SEC = 60 * MINUTE_SEC;
const DAY_SEC = 24 * HOUR_SEC;

/** @returns how long something took, in words: '12 s', '3 min', '2 h', '4 d' */
export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < MINUTE_SEC) return `${seconds} s`;
  if (seconds < HOUR_SEC) return `${Math.round(seconds / MINUTE_SEC)} min`;
  if (seconds < DAY_SEC) return `${Math.round(seconds / HOUR_SEC)} h`;
  return `${Math.round(seconds / DAY_SEC)} d`;
}
