import { DAY_MS, MINUTE_MS } from '../../../contract/limits.ts';
import type { Rota } from '../../../contract/shapes/alert.ts';
import type { Bundle } from '../../../contract/shapes/bundle.ts';
import type { HandoverNote } from '../../../contract/shapes/handover.ts';
import type { Incident } from '../../../contract/shapes/incident.ts';
import type { Maintenance } from '../../../contract/shapes/maintenance.ts';
import type { Connection, MeshHistory } from '../../../contract/shapes/mesh.ts';
import {
  bundles,
  CONNECTIONS,
  LONG_BUNDLE,
  LONG_CONNECTIONS,
  LONG_TEXT,
  LONG_WORD,
  meshHistory,
  NOW,
} from '../../../tests/ui/samples.ts';
import { known, knownHere, Seeded, type Stand } from '../../../tests/ui/seed.tsx';
import { nothing, type StorySet } from '../../../tests/ui/story.ts';
import { OUTBOX_KEY } from '../../shared/model.ts';
import { HandoverScreen } from './handover-screen.tsx';

const OPEN: Incident = {
  id: 11,
  platform: 'archive',
  status: 'error',
  startedAt: NOW - 58 * MINUTE_MS,
  endedAt: null,
  cause: 'no answer',
  planned: false,
  drillUntil: null,
  acknowledgement: null,
};
const TAKEN: Incident = {
  ...OPEN,
  id: 12,
  platform: 'ledger',
  status: 'warning',
  cause: null,
  acknowledgement: { by: 'grace', at: NOW - 40 * MINUTE_MS, note: 'The provider is asked.' },
};
const ENDED: Incident = { ...OPEN, id: 10, platform: 'forge', endedAt: NOW - 30 * MINUTE_MS };
const DRILL: Incident = { ...OPEN, id: 13, platform: 'signal', drillUntil: NOW + 5 * MINUTE_MS };

const WINDOW: Maintenance = {
  id: 1,
  platforms: ['harbor'],
  note: 'New disks',
  startsAt: NOW - 20 * MINUTE_MS,
  endsAt: NOW + 40 * MINUTE_MS,
  repeat: 'none',
  timeZone: 'UTC',
  createdBy: 'ada',
  createdAt: NOW - 20 * MINUTE_MS,
};
const SOON: Maintenance = {
  ...WINDOW,
  id: 2,
  startsAt: NOW + 300 * MINUTE_MS,
  endsAt: NOW + 360 * MINUTE_MS,
};

const NOTE: HandoverNote = {
  id: 1,
  by: 'ada',
  at: NOW - 90 * MINUTE_MS,
  text: 'Archive is being looked after by the provider.\nTicket 4711, they call back at 15:00.',
};

const UPLOAD = {
  id: 'u1',
  name: 'routing-rules-9.zip',
  size: 1_500_000,
  inMemory: false,
  state: { state: 'queued' },
} as const;

export const NO_ROTA: Rota = {
  ...{ people: [], weekday: 1, time: '09:00', timeZone: 'UTC' },
  ...{ onDuty: null, next: null, swap: null },
};
export const ROTA: Rota = {
  ...NO_ROTA,
  people: [
    { name: 'ada', devices: 2, gone: false },
    { name: 'bo', devices: 0, gone: false },
    { name: 'grace', devices: 0, gone: true },
  ],
  onDuty: { name: 'ada', at: NOW + 3 * DAY_MS },
  next: { name: 'bo', at: NOW + 3 * DAY_MS },
};
const SWAP = { name: 'bo', at: NOW + 8 * 60 * MINUTE_MS };
const SWAPPED: Rota = { ...ROTA, onDuty: SWAP, swap: SWAP, next: { name: 'ada', at: SWAP.at } };

interface Shown {
  rota?: Rota;
  incidents?: readonly Incident[];
  connections?: readonly Connection[];
  windows?: readonly Maintenance[];
  shownBundles?: readonly Bundle[];
  uploads?: readonly object[];
  history?: MeshHistory;
  notes?: readonly HandoverNote[];
}

/**
 * @param stand how every read stands
 * @param extras how those stand that a server may lack
 */
function view(stand: Stand, shown: Shown = {}, extras = stand) {
  const { connections = CONNECTIONS, notes = [NOTE, { ...NOTE, id: 2, by: 'grace' }] } = shown;
  const entries = [
    ...known('incidents', shown.incidents ?? [DRILL, TAKEN, OPEN, ENDED], extras),
    ...known('connections', connections, stand),
    ...known('maintenance', shown.windows ?? [WINDOW, SOON], extras),
    ...known('bundles', shown.shownBundles ?? bundles(30), stand),
    ...known('meshHistory', shown.history ?? meshHistory(connections), extras, { range: '24h' }),
    ...known('handoverNotes', notes, extras),
    ...known('rota', shown.rota ?? ROTA, extras),
    ...known('operators', ['ada', 'bo', 'grace'], extras),
    ...knownHere(OUTBOX_KEY, shown.uploads ?? [UPLOAD]),
  ];
  return (
    <Seeded entries={entries}>
      <HandoverScreen search={{}} onSearch={nothing} />
    </Seeded>
  );
}

const UP = CONNECTIONS.map((connection) => ({ ...connection, status: 'connected', failure: null }));

export const stories: StorySet = {
  title: 'Shift handover',
  alone: true,
  stories: {
    full: () => view('fresh'),
    'nothing open': () =>
      view('fresh', {
        ...{
          incidents: [],
          connections: UP,
          windows: [],
          shownBundles: [],
          uploads: [],
          notes: [],
        },
        rota: NO_ROTA,
        history: { ...meshHistory(UP), platforms: [] },
      }),
    'somebody stands in': () => view('fresh', { rota: SWAPPED, shownBundles: [] }),
    loading: () => view('loading'),
    offline: () => view('unknown'),
    failing: () => view('failing'),
    failed: () => view('failed'),
    'on a server of the specification': () => view('fresh', {}, 'missing'),
    'long text': () =>
      view('fresh', {
        connections: LONG_CONNECTIONS,
        incidents: [
          {
            ...OPEN,
            platform: LONG_WORD,
            cause: LONG_TEXT,
            acknowledgement: { by: LONG_WORD, at: NOW, note: LONG_TEXT },
          },
        ],
        shownBundles: [{ ...LONG_BUNDLE, status: 'failed', reason: LONG_TEXT }],
        uploads: [{ ...UPLOAD, name: LONG_WORD }],
        rota: { ...SWAPPED, onDuty: { ...SWAP, name: LONG_WORD } },
        notes: [{ ...NOTE, by: LONG_WORD, text: LONG_WORD + LONG_TEXT }],
      }),
  },
};
