import type {
  Incident,
  IncidentDetails,
  IncidentEvent,
} from '../../../contract/shapes/incident.ts';
import {
  BY_PERSON,
  DRILL,
  ENDED,
  INCIDENT,
  INCIDENT_EVENTS,
  LONG_INCIDENT,
  TAKEN,
} from '../../../tests/ui/incident-samples.ts';
import { CONNECTIONS, LONG_TEXT, LONG_WORD, NOW } from '../../../tests/ui/samples.ts';
import { known, Seeded, type Stand } from '../../../tests/ui/seed.tsx';
import type { StorySet } from '../../../tests/ui/story.ts';
import type { Entry } from '../../shared/model.ts';
import { IncidentScreen } from './incident-screen.tsx';

/** @param stand how what only its own page reads stands */
const view = (incident: Incident, events: readonly IncidentEvent[], stand: Stand = 'fresh') =>
  screen(incident.id, [
    ...known('incidents', [incident, { ...ENDED, id: 12 }]),
    ...detailsOf({ ...incident, events: [...events] }, stand),
  ]);

/** That the list does not know. */
const other = (incident: Incident, stand: Stand) =>
  screen(incident.id, [
    ...known('incidents', []),
    ...detailsOf({ ...incident, events: [] }, stand),
  ]);

const detailsOf = (details: IncidentDetails, stand: Stand) =>
  known('incident', details, stand, { id: String(details.id) });

const screen = (id: number, entries: readonly Entry[]) => (
  <Seeded entries={[...known('connections', CONNECTIONS), ...entries]}>
    <IncidentScreen id={String(id)} />
  </Seeded>
);

const LONG_EVENTS = INCIDENT_EVENTS.map((event) => ({ ...event, text: LONG_WORD + LONG_TEXT }));

const OWNED: Incident = {
  ...BY_PERSON,
  acknowledgement: { by: 'ada', at: BY_PERSON.startedAt, note: '' },
};

const BY_PERSON_EVENTS: readonly IncidentEvent[] = [
  { at: BY_PERSON.startedAt, kind: 'opened', text: 'ada opened an incident: Payments fail' },
  { at: NOW - 60_000, kind: 'investigating', text: 'ada: Cards are refused since noon.' },
  { at: NOW - 30_000, kind: 'changed', text: 'ada: it affects Forge, Harbor' },
  { at: NOW, kind: 'alert', text: 'Sent to Web push: Payments fail.' },
];

export const stories: StorySet = {
  title: 'Incident',
  alone: true,
  stories: {
    ended: () => view({ ...ENDED, acknowledgement: TAKEN.acknowledgement }, INCIDENT_EVENTS),
    open: () => view(INCIDENT, INCIDENT_EVENTS.slice(0, 3)),
    'slow, and somebody is on it': () => view(TAKEN, []),
    'opened by a person': () => view(BY_PERSON, BY_PERSON_EVENTS),
    'opened by a person, who is on it': () => view(OWNED, BY_PERSON_EVENTS),
    'opened by a person, over': () => view({ ...OWNED, endedAt: NOW }, BY_PERSON_EVENTS),
    'a drill': () => view(DRILL, INCIDENT_EVENTS.slice(0, 1)),
    'as the list knows it': () => view(INCIDENT, [], 'failed'),
    failing: () => view(ENDED, INCIDENT_EVENTS, 'failing'),
    failed: () => other(ENDED, 'failed'),
    loading: () => other(ENDED, 'loading'),
    'a drill that is over': () => other(DRILL, 'fresh'),
    'an unknown number': () => other(ENDED, 'missing'),
    'long texts': () => view(LONG_INCIDENT, LONG_EVENTS),
  },
};
