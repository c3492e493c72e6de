import type { Incident } from '../../contract/shapes/incident.ts';
import { incidentTitle } from './incident-text.ts';
import { momentText, zoneText } from './moment.ts';
import { ownerOf } from './owner.ts';

/** What screens beside the dashboard say of incidents. */

/** @returns 'ada: cable is on its way'; 'nobody'; 'nobody, waits for viktor' */
export function whoIsOnIt(incident: Incident, now: number): string {
  const owner = ownerOf(incident, now);
  if (owner.state === 'nobody') return 'nobody';
  if (owner.state === 'waits') return `nobody, waits for ${owner.to}`;
  const { by, note } = owner;
  return note === '' ? by : `${by}: ${note}`;
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
    incident.acknowledgement ? `on it: ${whoIsOnIt(incident, now)}` : null,
  ];
  return parts.filter(Boolean).join(' · ');
}
