const SECONDS_PER_MINUTE = 60;
const SECONDS_PER_HOUR = 3600;

/** @returns whole hours and minutes: 7_500 seconds are '2h 5m'. What is no time is 'Unknown'. */
export function uptimeText(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds < 0) return 'Unknown';
  const hours = Math.floor(seconds / SECONDS_PER_HOUR);
  const minutes = Math.floor((seconds % SECONDS_PER_HOUR) / SECONDS_PER_MINUTE);
  return `${hours}h ${minutes}m`;
}
