import type { HandoverNote } from '../../../contract/shapes/handover.ts';
import type { Incident } from '../../../contract/shapes/incident.ts';
import type { Maintenance } from '../../../contract/shapes/maintenance.ts';
import {
  bundles,
  CONNECTIONS,
  LONG_BUNDLE,
  LONG_CONNECTIONS,
  LONG_TEXT,
  LONG_WORD,
  meshHistory,
  NOW,
  READINGS,
} from '../../ui/testing/samples.ts';
import { nothing, type StorySet } from '../../ui/testing/story.ts';
import { HandoverView } from './handover-screen.tsx';
import type { NoteActions } from './use-notes.ts';

const MINUTE_MS = 60_000;

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

const notes = (more: Partial<NoteActions> = {}): NoteActions => ({
  draft: '',
  adding: false,
  problem: undefined,
  removing: undefined,
  onDraft: nothing,
  onAdd: nothing,
  onRemove: nothing,
  ...more,
});

type Props = Parameters<typeof HandoverView>[0];

/** @param reading how every read stands */
function view(reading: keyof typeof READINGS, more: Partial<Props> = {}) {
  const state = READINGS[reading];
  const has = state.at !== undefined;
  return (
    <HandoverView
      incidents={{ ...state, data: has ? [DRILL, TAKEN, OPEN, ENDED] : undefined }}
      connections={{ ...state, data: has ? CONNECTIONS : undefined }}
      windows={{ ...state, data: has ? [WINDOW, SOON] : undefined }}
      bundles={{ ...state, data: has ? bundles(30) : undefined }}
      uploads={[UPLOAD]}
      history={{ ...state, data: has ? meshHistory(CONNECTIONS) : undefined }}
      notes={{ ...state, data: has ? [NOTE, { ...NOTE, id: 2, by: 'grace' }] : undefined }}
      noteActions={notes()}
      shift="8h"
      onShift={nothing}
      now={NOW}
      {...more}
    />
  );
}

const UP = CONNECTIONS.map((connection) => ({ ...connection, status: 'connected', failure: null }));
const EMPTY = { ...READINGS.fresh, data: [] };

export const stories: StorySet = {
  title: 'Shift handover',
  alone: true,
  stories: {
    full: () => view('fresh'),
    'nothing open': () =>
      view('fresh', {
        incidents: EMPTY,
        connections: { ...READINGS.fresh, data: UP },
        windows: EMPTY,
        bundles: EMPTY,
        uploads: [],
        history: { ...READINGS.fresh, data: { ...meshHistory(UP), platforms: [] } },
        notes: EMPTY,
      }),
    loading: () => view('loading'),
    offline: () => view('unknown'),
    failing: () => view('failing'),
    failed: () => view('failed'),
    'on a server of the specification': () =>
      view('fresh', { incidents: null, windows: null, history: null, notes: null }),
    'a note that could not be added': () =>
      view('fresh', {
        noteActions: notes({
          draft: 'Ticket 4712 is open',
          problem: 'The server cannot be reached.',
        }),
      }),
    'long text': () =>
      view('fresh', {
        connections: { ...READINGS.fresh, data: LONG_CONNECTIONS },
        incidents: {
          ...READINGS.fresh,
          data: [
            {
              ...OPEN,
              platform: LONG_WORD,
              cause: LONG_TEXT,
              acknowledgement: { by: LONG_WORD, at: NOW, note: LONG_TEXT },
            },
          ],
        },
        bundles: {
          ...READINGS.fresh,
          data: [{ ...LONG_BUNDLE, status: 'failed', reason: LONG_TEXT }],
        },
        uploads: [{ ...UPLOAD, name: LONG_WORD }],
        notes: {
          ...READINGS.fresh,
          data: [{ ...NOTE, by: LONG_WORD, text: LONG_WORD + LONG_TEXT }],
        },
      }),
  },
};
