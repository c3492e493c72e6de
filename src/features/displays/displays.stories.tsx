import type { Display, DisplayReport } from '../../../contract/shapes/display.ts';
import { CONNECTIONS, LONG_WORD, NOW } from '../../../tests/ui/samples.ts';
import { known, Seeded, type Stand } from '../../../tests/ui/seed.tsx';
import { nothing, type StorySet } from '../../../tests/ui/story.ts';
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
const REPORT: DisplayReport = {
  at: NOW - 20_000,
  startedAt: NOW - 3 * 86_400_000,
  restarts: 4,
  reload: 'new version',
  paintedAt: NOW - 25_000,
  verdict: 'Mesh Active, 1 down',
  hash: '1f00c3ab',
  dataAt: NOW - 26_000,
  skewMs: 120,
  workers: 0,
  memoryBytes: 48_300_000,
};
const WATCHED: Display = {
  ...HALL,
  id: 'watched',
  name: 'Control room',
  report: REPORT,
  trouble: null,
  watch: { alert: true, hours: { from: '06:00', to: '22:00', timeZone: 'Europe/Berlin' } },
};
const FROZEN: Display = {
  ...WATCHED,
  id: 'frozen',
  name: 'Reception',
  report: { ...REPORT, paintedAt: NOW - 600_000, workers: 2 },
  trouble: { kind: 'frozen', text: 'has painted nothing since 11:50 UTC', since: NOW - 540_000 },
  watch: { alert: false, hours: null },
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
    'watched, and not well': () => dialog([FROZEN, WATCHED]),
    none: () => dialog([]),
    loading: () => dialog([], 'loading'),
    failed: () => dialog([], 'failed'),
    'on a server without displays': () => dialog([], 'missing'),
    'long text': () => dialog([LONG]),
  },
};
