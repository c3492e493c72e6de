import type { Incident } from '../../contract/shapes/incident.ts';
import type { Connection } from '../../contract/shapes/mesh.ts';
import { durationText } from './format.ts';
import { momentText, zoneText } from './moment.ts';

/** Incidents in words. Times are epoch milliseconds in server time. */

/** @returns 'down', 'slow' for a platform that only answered late, or 'cut off' for this node */
export const incidentState = ({ status, scope }: Incident): string =>
  scope === 'node' ? 'cut off' : status === 'warning' ? 'slow' : 'down';

const subjectOf = ({ scope }: Incident, name: string) =>
  scope === 'node' ? 'This node' : scope === 'line' ? `The line to ${name}` : name;

/** @returns how long it lasted, or has lasted so far, milliseconds */
export const incidentMs = ({ startedAt, endedAt }: Incident, now: number): number =>
  Math.max(0, (endedAt ?? now) - startedAt);

/**
 * @param name of the incident
 * @returns 'Archive is down', 'The line to Archive was down for 12 min', 'DRILL: Archive is down'; of what a person opened its title
 */
export function incidentTitle(incident: Incident, name: string, now: number): string {
  if (incident.openedBy) return incident.cause ?? '';
  const drill = incident.drillUntil === null ? '' : 'DRILL: ';
  const subject = drill + subjectOf(incident, name);
  const state = incidentState(incident);
  if (incident.endedAt === null) return `${subject} is ${state}`;
  return `${subject} was ${state} for ${durationText(incidentMs(incident, now))}`;
}

/** @returns 'ada: cable is on its way'; 'nobody' */
export function whoIsOnIt({ acknowledgement }: Incident): string {
  if (!acknowledgement) return 'nobody';
  const { by, note } = acknowledgement;
  return note === '' ? by : `${by}: ${note}`;
}

/** @returns where it is written what to do about a platform; undefined also for what is no web address */
export function runbookOf(
  platforms: readonly Connection[] | undefined,
  id: string,
): string | undefined {
  const runbook = platforms?.find((platform) => platform.id === id)?.runbook;
  return runbook && /^https?:\/\//i.test(runbook) ? runbook : undefined;
}

/** @returns one line for messages and tickets, with everything that is known of the incident */
export function incidentLine(incident: Incident, name: string, now: number): string {
  const { startedAt, endedAt, cause, planned } = incident;
  const end = endedAt === null ? 'still open' : momentText(endedAt, true);
  const parts = [
    incidentTitle(incident, name, now),
    `${momentText(startedAt, true)} to ${end} (${zoneText(startedAt)})`,
    incident.openedBy === undefined ? cause : `opened by ${incident.openedBy}`,
    planned ? 'planned' : null,
    incident.acknowledgement ? `on it: ${whoIsOnIt(incident)}` : null,
  ];
  return parts.filter(Boolean).join(' · ');
}
