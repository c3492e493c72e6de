import type { Incident } from '../../contract/shapes/incident.ts';
import type { Maintenance } from '../../contract/shapes/maintenance.ts';
import { ownerOf } from './owner.ts';
import { compareUrgency } from './problem-order.ts';

/**
 * @param now server time, epoch milliseconds: a drill is over at its end, whatever was last read of it
 * @returns the incidents that are open, in the order of problems
 */
export function openIncidents(incidents: readonly Incident[] | undefined, now: number): Incident[] {
  return (incidents ?? [])
    .filter(
      ({ endedAt, drillUntil }) => endedAt === null && (drillUntil === null || drillUntil > now),
    )
    .map((incident) => ({ incident, ...urgencyOf(incident, now) }))
    .sort(compareUrgency)
    .map(({ incident }) => incident);
}

const urgencyOf = (incident: Incident, now: number) => ({
  owner: ownerOf(incident, now),
  status: incident.drillUntil === null ? incident.status : 'drill',
  since: incident.startedAt,
  isByPerson: incident.openedBy !== undefined,
  isPlanned: incident.planned,
});

export type Windows = readonly Pick<Maintenance, 'platforms' | 'endsAt'>[];

/** @param windows that are open: what was down before one is in maintenance too */
export const isInMaintenance = (incident: Incident, windows: Windows = []): boolean =>
  incident.planned ||
  (incident.endedAt === null &&
    incident.drillUntil === null &&
    maintenanceEnd(incident.platform, windows) !== undefined);

/** @returns the maintenance windows that are open at `now`, server time in epoch milliseconds */
export const openWindows = (windows: readonly Maintenance[] | undefined, now: number) =>
  (windows ?? []).filter(({ startsAt, endsAt }) => startsAt <= now && now < endsAt);

/** @returns when the maintenance ends that a platform is in; undefined: it is in none */
export function maintenanceEnd(platform: string, open: Windows): number | undefined {
  const ends = open.filter(({ platforms }) => platforms.includes(platform));
  return ends.length === 0 ? undefined : Math.max(...ends.map(({ endsAt }) => endsAt));
}
