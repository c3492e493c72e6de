import type { Incident } from '../../../contract/shapes/incident.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { ACKNOWLEDGEMENTS_KEY } from '../../shared/model.ts';
import {
  BY_PERSON,
  CUT_OFF,
  DRILL,
  INCIDENT,
  LONG_INCIDENT,
  TAKEN,
} from '../../ui/testing/incident-samples.ts';
import { CONNECTIONS, meshHistory, NOW } from '../../ui/testing/samples.ts';
import { known, knownHere, Seeded, type Stand } from '../../ui/testing/seed.tsx';
import type { StorySet } from '../../ui/testing/story.ts';
import { VerdictBand } from './verdict-band.tsx';

const WAITING = 51;
const WINDOW = {
  id: 1,
  platforms: ['harbor'],
  note: 'New disks',
  startsAt: NOW - 1,
  endsAt: NOW + 3_600_000,
  repeat: 'none',
  timeZone: 'UTC',
  createdBy: 'bo',
  createdAt: NOW,
};
const UP = CONNECTIONS.map((one): Connection => ({ ...one, status: 'connected', failure: null }));
/** As the incidents of the samples say. */
const TROUBLED = CONNECTIONS.map(
  (one): Connection => (one.id === 'harbor' ? { ...one, status: 'error' } : one),
);

interface Mesh {
  incidents?: readonly Incident[];
  connections?: readonly Connection[];
  windows?: readonly (typeof WINDOW)[];
  stand?: Stand;
}

const band = ({ incidents = [], connections = TROUBLED, windows = [WINDOW], stand }: Mesh) => (
  <Seeded
    account="ada"
    entries={[
      ...known('incidents', incidents, stand),
      ...known('maintenance', windows, stand),
      ...known('connections', connections, stand),
      ...known('meshHistory', meshHistory(UP), stand, { range: '24h' }),
      ...knownHere(ACKNOWLEDGEMENTS_KEY, [{ incident: String(WAITING), title: '', note: '' }]),
    ]}
  >
    <VerdictBand />
  </Seeded>
);

const BY_BO = { by: 'bo', at: NOW, note: '' };

export const stories: StorySet = {
  title: 'Verdict band',
  alone: true,
  stories: {
    calm: () => band({ connections: UP, windows: [] }),
    'of every kind': () => band({ incidents: [DRILL, INCIDENT, TAKEN] }),
    'cut off, and a line that is down': () =>
      band({
        incidents: [CUT_OFF, { ...INCIDENT, scope: 'line' }],
        connections: UP,
        windows: [],
      }),
    'opened by a person': () => band({ incidents: [BY_PERSON], connections: UP, windows: [] }),
    'somebody is on it': () =>
      band({
        incidents: [{ ...INCIDENT, acknowledgement: BY_BO }, TAKEN],
        connections: CONNECTIONS,
        windows: [],
      }),
    'only maintenance': () =>
      band({
        connections: UP.map(
          (one) => TROUBLED.find(({ id }) => id === 'harbor' && one.id === id) ?? one,
        ),
      }),
    'more than fit': () =>
      band({
        incidents: CONNECTIONS.map(({ id }, index) => ({ ...INCIDENT, id: index, platform: id })),
      }),
    'last known, one waits to be sent': () =>
      band({ incidents: [{ ...INCIDENT, id: WAITING }, TAKEN], stand: 'unknown' }),
    'nothing was wrong when last known': () =>
      band({ connections: UP, windows: [], stand: 'unknown' }),
    'no platforms yet': () => band({ connections: [], windows: [] }),
    'a server without incidents': () => band({ windows: [] }),
    'long texts': () => band({ incidents: [LONG_INCIDENT], windows: [] }),
  },
};
