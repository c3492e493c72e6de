import { Stack } from '@mantine/core';
import type { Witnessing } from '../../../contract/sent/platform.ts';
import type { PlatformRow } from '../../../contract/shapes/platform.ts';
import { CONNECTIONS, LONG_TEXT, LONG_WORD } from '../../../tests/ui/samples.ts';
import { known, Seeded, type Stand } from '../../../tests/ui/seed.tsx';
import { nothing, type StorySet } from '../../../tests/ui/story.ts';
import { WITNESSES } from '../../../tests/ui/witness-samples.ts';
import { ImportDialog } from './import/import-dialog.tsx';
import { ReportAddress } from './kinds/report-address.tsx';
import { PlatformDialog } from './platform-dialog.tsx';
import { PlatformsScreen } from './platforms-screen.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { WitnessingDialog } from './witnessing-dialog.tsx';

const row = (name: string, more: Partial<PlatformRow>): PlatformRow => ({
  ...{ id: name.toLowerCase(), name, domain: `${name.toLowerCase()}.mesh.example`, kind: 'mesh' },
  ...{ source: 'console', simulated: false, paused: false, target: '', settings: {}, secrets: [] },
  ...more,
});

export const SIMULATED: readonly PlatformRow[] = CONNECTIONS.map(({ name }) =>
  row(name, { source: 'file', simulated: true }),
);

export const ROWS: readonly PlatformRow[] = [
  row('Forge', { source: 'file', target: 'https://forge.mesh.example' }),
  row('Harbor', {
    kind: 'web',
    target: 'https://harbor.mesh.example/health',
    settings: {
      ...{ kind: 'web', url: 'https://harbor.mesh.example/health', method: 'GET', word: 'ok' },
      ...{ domain: 'Quay', statuses: '200, 401', json: null, redirects: 2, tls: 'any' },
    },
    secrets: ['auth: bearer', 'header: X-Key'],
  }),
  row('Archive', {
    ...{ kind: 'tcp', target: 'archive.mesh.example:5432' },
    settings: {
      ...{ kind: 'tcp', host: 'archive.mesh.example', port: 5432 },
      ...{ group: 'Storage', tags: ['berlin', 'backup'], thresholds: { lateMs: 400 } },
    },
  }),
  row('Signal', { kind: 'dns', target: 'A signal.mesh.example', paused: true }),
  row('Sentinel', {
    ...{ kind: 'report', domain: 'Sentinel', target: 'reports itself every 24 h' },
    settings: { kind: 'report', domain: 'Sentinel', everySec: 86_400, graceSec: 600 },
  }),
  row('Comet', { kind: 'comet', target: LONG_WORD }),
];

const CONNECTED = CONNECTIONS.map((one) => ({ ...one, paused: one.name === 'Signal' }));

interface Shown {
  rows?: readonly PlatformRow[];
  stand?: Stand;
}

const screen = ({ rows = ROWS, stand }: Shown = {}) => (
  <Seeded entries={[...known('platforms', rows, stand), ...known('connections', CONNECTED, stand)]}>
    <PlatformsScreen isAdding={false} onAdding={nothing} />
  </Seeded>
);

const THRESHOLDS = { intervalSec: 10, lateMs: 250, timeoutMs: 1500, failures: 1 };
const HEALTH = { ok: true, platform: 'Meridian', uptime: 9, heartbeat_interval_sec: 30 };
/** What the form of a platform reads beside. */
export const MEASURED = [
  ...known('meshHealth', { ...HEALTH, compliance: [], thresholds: THRESHOLDS }),
  ...known(
    'platform',
    {
      ...{ id: 'archive', address: null, version: null, clockOffsetMs: null, keys: [] },
      ...{ uptime: [], probes: [], lateMs: 250, week: { late: 0.031, p99Ms: 412.5 } },
    },
    undefined,
    { id: 'archive' },
  ),
];

const change = (changed: PlatformRow | undefined) => (
  <Seeded entries={[...MEASURED, ...known('connections', CONNECTED)]}>
    <PlatformDialog opened row={changed} onAdded={nothing} onClose={nothing} />
  </Seeded>
);

const witness = (agreed: Witnessing) => (
  <Seeded entries={known('witnesses', WITNESSES['sites that peers look at'])}>
    <WitnessingDialog opened row={{ id: 'signal', name: 'Signal', ...agreed }} onClose={nothing} />
  </Seeded>
);

export const stories: StorySet = {
  title: 'Platforms',
  alone: true,
  stories: {
    full: () => screen(),
    simulated: () => screen({ rows: SIMULATED }),
    empty: () => screen({ rows: [] }),
    loading: () => screen({ stand: 'loading' }),
    failed: () => screen({ stand: 'failed' }),
    'last known': () => screen({ stand: 'stale' }),
    'a server without the call': () => screen({ stand: 'missing' }),
    'long text': () =>
      screen({ rows: [row(LONG_WORD, { kind: 'web', target: LONG_TEXT, source: 'file' })] }),
    'a new platform': () => change(undefined),
    'a changed web address': () => change(ROWS[1]),
    'a changed port': () => change(ROWS[2]),
    'a changed report': () => change(ROWS[4]),
    'a changed job of cron': () =>
      change(
        row('Night', {
          settings: { kind: 'report', cron: '30 2 * * *', graceSec: 600 },
          kind: 'report',
        }),
      ),
    'an address to call': () => (
      <Stack p="md">
        <ReportAddress url={`https://console.example/api/reports/${'s'.repeat(32)}`} />
      </Stack>
    ),
    'a file to import': () => <ImportDialog opened onAdded={nothing} onClose={nothing} />,
    'a witness': () => witness({ asks: true, looks: null }),
    'a witness for which this node looks': () =>
      witness({ asks: false, looks: { max: 20, kinds: ['web', 'dns'], inner: false } }),
    removal: () => <RemoveDialog opened row={ROWS[1]} onClose={nothing} />,
  },
};
