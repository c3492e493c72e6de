import type { Incident } from '../../contract/shapes/incident.ts';
import type { Maintenance } from '../../contract/shapes/maintenance.ts';

/**
 * @param now server time, epoch milliseconds: a drill is over at its end, whatever was last read of it
 * @returns the incidents that are open, the worst first: planned ones last, drills after what is real, and of the same
 * severity those first that nobody is on
 */
export function openIncidents(incidents: readonly Incident[] | undefined, now: number): Incident[] {
  return (incidents ?? [])
    .filter(
      ({ endedAt, drillUntil }) => endedAt === null && (drillUntil === null || drillUntil > now),
    )
    .sort(
      (a, b) =>
        severity(a) - severity(b) ||
        Number(a.acknowledgement !== null) - Number(b.acknowledgement !== null) ||
        a.startedAt - b.startedAt,
    );
}

function severity({ planned, status, drillUntil }: Incident): number {
  if (planned) return 3;
  if (status === 'warning') return 2;
  return drillUntil === null ? 0 : 1;
}

/** @returns the maintenance windows that are open at `now`, server time in epoch milliseconds */
export const openWindows = (windows: readonly Maintenance[] | undefined, now: number) =>
  (windows ?? []).filter(({ startsAt, endsAt }) => startsAt <= now && now < endsAt);

/** @returns when the maintenance ends that a platform is in; undefined: it is in none */
export function maintenanceEnd(
  platform: string,
  open: readonly Pick<Maintenance, 'platforms' | 'endsAt'>[],
): number | undefined {
  const ends = open.filter(({ platforms }) => platforms.includes(platform));
  return ends.length === 0 ? undefined : Math.max(...ends.map(({ endsAt }) => endsAt));
}
