import type { Incident } from '../../contract/shapes/incident.ts';
import type { Maintenance } from '../../contract/shapes/maintenance.ts';
import { timeText } from './moment.ts';

/**
 * @param now server time, epoch milliseconds: a drill is over at its end, whatever was last read of it
 * @returns the incidents that are open: planned ones last, and of the others those first that nobody is on
 */
export function openIncidents(incidents: readonly Incident[] | undefined, now: number): Incident[] {
  return (incidents ?? [])
    .filter(
      ({ endedAt, drillUntil }) => endedAt === null && (drillUntil === null || drillUntil > now),
    )
    .sort(
      (a, b) =>
        Number(a.planned) - Number(b.planned) ||
        Number(a.acknowledgement !== null) - Number(b.acknowledgement !== null) ||
        a.startedAt - b.startedAt,
    );
}

/** @returns 'maintenance until 14:30' of a platform in a maintenance window; without its end while that is not known */
export function maintenanceText(
  platform: string,
  windows: readonly Maintenance[] | undefined,
  now: number,
): string {
  const ends = (windows ?? [])
    .filter(
      ({ platforms, startsAt, endsAt }) =>
        platforms.includes(platform) && startsAt <= now && now < endsAt,
    )
    .map(({ endsAt }) => endsAt);
  return ends.length === 0 ? 'maintenance' : `maintenance until ${timeText(Math.max(...ends))}`;
}
