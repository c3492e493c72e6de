const MINUTE_SEC = 60;
const HOUR_SEC = 60 * MINUTE_SEC;
const DAY_SEC = 24 * HOUR_SEC;

/**
 * How long ago something was, short enough for a corner of a panel: '12 s', '3 min', '2 h', '4 d'.
 * What seems to lie in the future (a clock that is a little off) counts as now.
 *
 * @param at epoch milliseconds
 * @param now epoch milliseconds on the same clock
 */
export function ageText(at: number, now: number): string {
  const seconds = Math.max(0, Math.floor((now - at) / 1000));
  if (seconds < 2) return 'now';
  if (seconds < MINUTE_SEC) return `${seconds} s ago`;
  if (seconds < HOUR_SEC) return `${Math.floor(seconds / MINUTE_SEC)} min ago`;
  if (seconds < DAY_SEC) return `${Math.floor(seconds / HOUR_SEC)} h ago`;
  return `${Math.floor(seconds / DAY_SEC)} d ago`;
}
