import type { Incident, IncidentEvent } from '../../../contract/shapes/incident.ts';
import {
  DRILL,
  ENDED,
  INCIDENT,
  INCIDENT_EVENTS,
  LONG_INCIDENT,
  TAKEN,
} from '../../ui/testing/incident-samples.ts';
import { LONG_TEXT, LONG_WORD, NOW, READINGS } from '../../ui/testing/samples.ts';
import type { StorySet } from '../../ui/testing/story.ts';
import { IncidentView, type ShownIncident } from './incident-view.tsx';

const view = (shown: ShownIncident, read: keyof typeof READINGS = 'fresh', name = 'Archive') => (
  <IncidentView
    shown={shown}
    read={READINGS[read]}
    name={name}
    neighbours={{ older: 12, newer: undefined }}
    now={NOW}
  />
);
const of = (incident: Incident, events?: readonly IncidentEvent[]) => ({ incident, events });
const LONG_EVENTS = INCIDENT_EVENTS.map((event) => ({ ...event, text: LONG_WORD + LONG_TEXT }));

export const stories: StorySet = {
  title: 'Incident',
  alone: true,
  stories: {
    ended: () => view(of({ ...ENDED, acknowledgement: TAKEN.acknowledgement }, INCIDENT_EVENTS)),
    open: () => view(of(INCIDENT, INCIDENT_EVENTS.slice(0, 3))),
    'slow, and somebody is on it': () => view(of(TAKEN, []), 'fresh', 'Ledger'),
    'a drill': () => view(of(DRILL, INCIDENT_EVENTS.slice(0, 1)), 'fresh', 'Forge'),
    'offline, as the list knows it': () => view(of(INCIDENT), 'unknown'),
    failing: () => view(of(ENDED, INCIDENT_EVENTS), 'failing'),
    failed: () => view({ failure: READINGS.failed.failure }, 'failed'),
    loading: () => view({ loading: true }, 'loading'),
    'a drill that is over': () => view({ gone: 'drill' }),
    'an unknown number': () => view({ gone: 'unknown' }),
    'long texts': () => view(of(LONG_INCIDENT, LONG_EVENTS), 'fresh', LONG_WORD),
  },
};
