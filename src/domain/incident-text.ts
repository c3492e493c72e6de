import type { Incident } from '../../contract/shapes/incident.ts';
import type { Connection } from '../../contract/shapes/mesh.ts';
import { durationText } from './format.ts';

/** Incidents in words. Times are epoch milliseconds in server time. */

/** @returns 'down', 'slow' for a platform that only answered late; of this node 'cut off' or 'at a standstill' */
export function incidentState({ status, scope, cause }: Incident): string {
  if (scope !== 'node') return status === 'warning' ? 'slow' : 'down';
  return cause?.startsWith('standstill: ') ? 'at a standstill' : 'cut off';
}

/** @param name of its platform. @returns what is down: the platform, the line to it, or this node's place in the mesh */
export const incidentSubject = ({ scope }: Incident, name: string): string =>
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
  const subject = drill + incidentSubject(incident, name);
  const state = incidentState(incident);
  if (incident.endedAt === null) return `${subject} is ${state}`;
  return `${subject} was ${state} for ${durationText(incidentMs(incident, now))}`;
}

/** @returns where it is written what to do about a platform; undefined also for what is no web address */
export function runbookOf(
  platforms: readonly Connection[] | undefined,
  id: string,
): string | undefined {
  const runbook = platforms?.find((platform) => platform.id === id)?.runbook;
  return runbook && /^https?:\/\//i.test(runbook) ? runbook : undefined;
}

/** Of an acknowledgement that this device keeps. */
export const KEPT_NOTICE = {
  severity: 'warning',
  title: 'Waiting to be sent',
  message: 'The server cannot be reached. This device sends it when it can be.',
} as const;
