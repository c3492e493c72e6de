import type { Display } from '../../../contract/shapes/display.ts';
import { CONNECTIONS, LONG_WORD, NOW } from '../../ui/testing/samples.ts';
import { known, Seeded, type Stand } from '../../ui/testing/seed.tsx';
import { nothing, type StorySet } from '../../ui/testing/story.ts';
import { DisplaysDialog } from './displays-dialog.tsx';

const HALL: Display = {
  id: 'hall',
  name: 'Operations hall',
  connected: true,
  seenAt: NOW - 3_600_000,
  build: '4f1c2a9d',
  approvedBy: 'ada',
  createdAt: NOW - 90_000_000,
};
const GATE: Display = { ...HALL, id: 'gate', name: 'Gate', connected: false, build: '11aa22bb' };
const NEW: Display = {
  ...HALL,
  id: 'new',
  name: 'New',
  connected: false,
  seenAt: null,
  build: null,
};
const LONG: Display = { ...GATE, id: 'long', name: LONG_WORD, approvedBy: LONG_WORD };

const GROUPED = CONNECTIONS.map((one) => ({ ...one, group: 'Shops & more' }));

const dialog = (displays: readonly Display[], stand?: Stand) => (
  <Seeded entries={[...known('displays', displays, stand), ...known('connections', GROUPED)]}>
    <DisplaysDialog opened code="" onClose={nothing} />
  </Seeded>
);

export const stories: StorySet = {
  title: 'Displays',
  alone: true,
  stories: {
    'here, away and new': () => dialog([HALL, GATE, NEW]),
    none: () => dialog([]),
    loading: () => dialog([], 'loading'),
    failed: () => dialog([], 'failed'),
    'on a server without displays': () => dialog([], 'missing'),
    'long text': () => dialog([LONG]),
  },
};
