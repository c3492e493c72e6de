import type { Incident } from '../../../contract/shapes/incident.ts';
import { ACKNOWLEDGEMENTS_KEY } from '../../shared/model.ts';
import { DRILL, INCIDENT, LONG_INCIDENT, TAKEN } from '../../ui/testing/incident-samples.ts';
import { CONNECTIONS, NOW } from '../../ui/testing/samples.ts';
import { known, knownHere, Seeded, type Stand } from '../../ui/testing/seed.tsx';
import type { StorySet } from '../../ui/testing/story.ts';
import { OpenIncidents } from './open-incidents.tsx';

const WAITING = 51;
const PLANNED: Incident = { ...INCIDENT, id: 50, platform: 'harbor', planned: true };
const WINDOW = {
  id: 1,
  platforms: ['harbor'],
  note: '',
  startsAt: NOW - 1,
  endsAt: NOW + 3_600_000,
  repeat: 'none',
  timeZone: 'UTC',
  createdBy: 'ada',
  createdAt: NOW,
};

const panel = (incidents: readonly Incident[], stand?: Stand) => (
  <Seeded
    account="ada"
    entries={[
      ...known('incidents', incidents, stand),
      ...known('maintenance', [WINDOW]),
      ...known('connections', CONNECTIONS),
      ...knownHere(ACKNOWLEDGEMENTS_KEY, [{ incident: String(WAITING), title: '', note: '' }]),
    ]}
  >
    <OpenIncidents />
  </Seeded>
);

export const stories: StorySet = {
  title: 'Open incidents',
  alone: true,
  stories: {
    one: () => panel([INCIDENT]),
    none: () => panel([]),
    'none was open when last known': () => panel([], 'stale'),
    loading: () => panel([], 'loading'),
    failed: () => panel([], 'failed'),
    'of every kind': () => panel([DRILL, INCIDENT, TAKEN, PLANNED]),
    'last known, one waits to be sent': () =>
      panel([{ ...INCIDENT, id: WAITING }, TAKEN], 'unknown'),
    'long texts': () => panel([LONG_INCIDENT]),
  },
};
