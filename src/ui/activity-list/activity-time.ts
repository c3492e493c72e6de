const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * How long ago a row was written (specification section 4): under a minute 'Just now', under an hour in
 * minutes, then in hours. Both times are server time; a row from the future is 'Just now'.
 *
 * @param createdAt ISO 8601
 * @param now epoch milliseconds
 * @returns the text, or the row's own text when it is no time
 */
export function activityTime(createdAt: string, now: number): string {
  const at = Date.parse(createdAt);
  if (Number.isNaN(at)) return createdAt;
  const age = now - at;
  if (age < MINUTE_MS) return 'Just now';
  if (age < HOUR_MS) return ago(Math.floor(age / MINUTE_MS), 'minute');
  return ago(Math.floor(age / HOUR_MS), 'hour');
}

function ago(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}
