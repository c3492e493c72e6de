import type { Incident } from '../../../contract/shapes/incident.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import {
  BY_PERSON,
  CUT_OFF,
  DRILL,
  INCIDENT,
  LONG_INCIDENT,
  TAKEN,
} from '../../../tests/ui/incident-samples.ts';
import { CONNECTIONS, meshHistory, NOW } from '../../../tests/ui/samples.ts';
import { known, knownHere, Seeded, type Stand } from '../../../tests/ui/seed.tsx';
import type { StorySet } from '../../../tests/ui/story.ts';
import { ACKNOWLEDGEMENTS_KEY } from '../../shared/model.ts';
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
const OFFER = { by: 'bo', to: 'ada', at: NOW - 60_000, until: NOW + 240_000 };
const ONE_DOWN = CONNECTIONS.filter(({ id }) => id !== 'ledger');

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
    'one of nobody': () => band({ incidents: [INCIDENT], connections: ONE_DOWN, windows: [] }),
    'somebody is on it': () =>
      band({
        incidents: [{ ...INCIDENT, acknowledgement: BY_BO }],
        connections: ONE_DOWN,
        windows: [],
      }),
    'in groups': () =>
      band({
        incidents: [INCIDENT, TAKEN, { ...INCIDENT, id: 47, platform: 'signal', offer: OFFER }],
        connections: TROUBLED.map((one, at) => ({ ...one, group: at < 3 ? 'Payments' : 'Core' })),
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
