import { MINUTE_MS } from '../../contract/limits.ts';
import type { Incident, IncidentEvent } from '../../contract/shapes/incident.ts';
import { CONNECTIONS, LONG_TEXT, LONG_WORD, NOW } from './samples.ts';

/** An open one that nobody is on. */
export const INCIDENT: Incident = {
  id: 41,
  platform: 'archive',
  status: 'error',
  startedAt: NOW - 12 * MINUTE_MS,
  endedAt: null,
  cause: 'no answer',
  planned: false,
  drillUntil: null,
  acknowledgement: null,
};

export const ENDED: Incident = { ...INCIDENT, id: 40, endedAt: NOW - 30_000 };

export const TAKEN: Incident = {
  ...INCIDENT,
  id: 42,
  platform: 'ledger',
  status: 'warning',
  cause: null,
  startedAt: NOW - 90 * MINUTE_MS,
  acknowledgement: { by: 'ada', at: NOW - 80 * MINUTE_MS, note: 'The provider works on it.' },
};

export const DRILL: Incident = {
  ...INCIDENT,
  id: 43,
  platform: 'forge',
  cause: 'drill',
  drillUntil: NOW + 5 * MINUTE_MS,
};

export const PLANNED: Incident = {
  ...INCIDENT,
  id: 39,
  platform: 'harbor',
  startedAt: NOW - 300 * MINUTE_MS,
  endedAt: NOW - 240 * MINUTE_MS,
  planned: true,
};

export const BY_PERSON: Incident = {
  ...INCIDENT,
  id: 45,
  platform: '',
  cause: 'Payments fail',
  openedBy: 'ada',
  platforms: ['forge', 'harbor'],
  startedAt: NOW - 31 * MINUTE_MS,
};

/** Most lines of this node are down at once. */
export const CUT_OFF: Incident = {
  ...INCIDENT,
  id: 46,
  platform: 'meridian',
  cause: '4 of 6 lines are down at once',
  scope: 'node',
};

export const LONG_INCIDENT: Incident = {
  ...INCIDENT,
  id: 44,
  platform: LONG_WORD,
  cause: LONG_TEXT,
  planned: true,
  drillUntil: NOW + MINUTE_MS,
  acknowledgement: { by: LONG_WORD, at: NOW, note: LONG_TEXT },
};

/** Open, taken, ended, planned and a drill. */
export const INCIDENTS_OF_ALL_KINDS: readonly Incident[] = [DRILL, TAKEN, INCIDENT, ENDED, PLANNED];

/** @returns ended incidents, newest first, with ids down to 1 */
export function endedIncidents(count: number): Incident[] {
  return Array.from({ length: count }, (_, index) => {
    const startedAt = NOW - (index + 7) * 47 * MINUTE_MS;
    const by = index % 3 === 0 ? { by: 'grace', at: startedAt + MINUTE_MS, note: '' } : null;
    return {
      ...ENDED,
      id: count - index,
      platform: CONNECTIONS[index % CONNECTIONS.length]?.id ?? 'forge',
      status: index % 4 === 1 ? 'warning' : 'error',
      cause: index % 4 === 1 ? null : 'no answer',
      startedAt,
      endedAt: startedAt + ((index * 7) % 50) * MINUTE_MS + 20_000,
      acknowledgement: by,
    };
  });
}

/** Of an incident that has ended. */
export const INCIDENT_EVENTS: readonly IncidentEvent[] = [
  { at: NOW - 12 * MINUTE_MS, kind: 'opened', text: 'Archive is slow.' },
  { at: NOW - 11 * MINUTE_MS, kind: 'status', text: 'Archive is down: no answer.' },
  { at: NOW - 10 * MINUTE_MS, kind: 'alert', text: 'E-mail to night shift was sent.' },
  {
    at: NOW - 9 * MINUTE_MS,
    kind: 'acknowledged',
    text: 'ada is on it: the provider works on it.',
  },
  { at: NOW - 6 * MINUTE_MS, kind: 'not-measured', text: 'This node was asleep for 2 min.' },
  { at: NOW - 5 * MINUTE_MS, kind: 'maintenance', text: 'Maintenance began.' },
  { at: NOW - 30_000, kind: 'ended', text: 'Archive is connected again.' },
];
