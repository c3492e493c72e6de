import type { Incident } from '../../../contract/shapes/incident.ts';
import {
  BY_PERSON,
  DRILL,
  endedIncidents,
  INCIDENT,
  INCIDENTS_OF_ALL_KINDS,
  LONG_INCIDENT,
} from '../../../tests/ui/incident-samples.ts';
import { CONNECTIONS, NOW } from '../../../tests/ui/samples.ts';
import { known, Seeded, type Stand } from '../../../tests/ui/seed.tsx';
import { nothing, type StorySet } from '../../../tests/ui/story.ts';
import type { IncidentSearch } from './incident-search.ts';
import { IncidentsScreen } from './incidents-screen.tsx';

const screen = (rows: readonly Incident[], search: IncidentSearch = {}, stand?: Stand) => (
  <Seeded entries={[...known('incidents', rows, stand), ...known('connections', CONNECTIONS)]}>
    <IncidentsScreen search={search} onSearch={nothing} />
  </Seeded>
);

export const stories: StorySet = {
  title: 'Incidents',
  alone: true,
  stories: {
    full: () => screen([...INCIDENTS_OF_ALL_KINDS, ...endedIncidents(30)]),
    'longest first': () => screen(endedIncidents(20), { sort: 'longest' }),
    empty: () => screen([]),
    'nothing matches': () => screen(INCIDENTS_OF_ALL_KINDS, { q: 'no such text' }),
    searching: () => screen([], { q: 'cable' }, 'loading'),
    'from and to': () => screen(endedIncidents(3), { time: 'custom', from: NOW - 3_600_000_000 }),
    'by people': () => screen([BY_PERSON, INCIDENT, { ...BY_PERSON, id: 12, endedAt: NOW }]),
    'a drill': () => screen([DRILL]),
    'offline, with what this device knows': () => screen(INCIDENTS_OF_ALL_KINDS, {}, 'unknown'),
    'the server answers badly': () => screen([], {}, 'failed'),
    'long texts': () => screen([LONG_INCIDENT]),
  },
};
