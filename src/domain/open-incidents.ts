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
    .sort((a, b) => urgencyRank(a) - urgencyRank(b) || a.startedAt - b.startedAt);
}

export type Windows = readonly Pick<Maintenance, 'platforms' | 'endsAt'>[];

/** @param windows that are open: what was down before one is in maintenance too */
export const isInMaintenance = (incident: Incident, windows: Windows = []): boolean =>
  incident.planned ||
  (incident.endedAt === null &&
    incident.drillUntil === null &&
    maintenanceEnd(incident.platform, windows) !== undefined);

/** @returns lower for what has to be looked at earlier: the worst, and of the same severity what nobody is on */
export function urgencyRank(incident: Incident, windows: Windows = []): number {
  return severity(incident, windows) * 2 + Number(incident.acknowledgement !== null);
}

function severity(incident: Incident, windows: Windows): number {
  if (isInMaintenance(incident, windows)) return 3;
  if (incident.status === 'warning') return 2;
  return incident.drillUntil === null ? 0 : 1;
}

/** @returns the maintenance windows that are open at `now`, server time in epoch milliseconds */
export const openWindows = (windows: readonly Maintenance[] | undefined, now: number) =>
  (windows ?? []).filter(({ startsAt, endsAt }) => startsAt <= now && now < endsAt);

/** @returns when the maintenance ends that a platform is in; undefined: it is in none */
export function maintenanceEnd(platform: string, open: Windows): number | undefined {
  const ends = open.filter(({ platforms }) => platforms.includes(platform));
  return ends.length === 0 ? undefined : Math.max(...ends.map(({ endsAt }) => endsAt));
}
