import type { PlatformRange } from '../../../contract/limits.ts';
import type { Incident } from '../../../contract/shapes/incident.ts';
import type { Maintenance } from '../../../contract/shapes/maintenance.ts';
import type { Connection, PlatformDetails } from '../../../contract/shapes/mesh.ts';
import type { PlatformRow } from '../../../contract/shapes/platform.ts';
import type { Runs } from '../../../contract/shapes/run.ts';
import {
  CERTIFICATES,
  DETAILS,
  DRILL,
  growingHistory,
  INCIDENTS_OF_FORGE,
  NO_DETAILS,
  platformHistory,
  WINDOW,
} from '../../../tests/ui/platform-samples.ts';
import { JOB_LOG, RUNS } from '../../../tests/ui/run-samples.ts';
import {
  activities,
  CONNECTIONS,
  LONG_CONNECTIONS,
  LONG_TEXT,
  LONG_WORD,
  NOW,
  READINGS,
} from '../../../tests/ui/samples.ts';
import { known, Seeded, type Stand } from '../../../tests/ui/seed.tsx';
import { nothing, type StorySet } from '../../../tests/ui/story.ts';
import { NodeScreen } from './node-screen.tsx';
import { PlatformScreen } from './platform-screen.tsx';

const FORGE = CONNECTIONS[0] as Connection;
export const FORGE_ROW: PlatformRow = {
  ...{ id: 'forge', name: 'Forge', domain: FORGE.domain, kind: 'mesh', source: 'console' },
  ...{ simulated: false, paused: false, target: 'https://forge.mesh.example', secrets: [] },
  settings: { kind: 'mesh', address: 'https://forge.mesh.example' },
};
const NEW_KEY = { from: 'a'.repeat(43), to: 'b'.repeat(43), at: NOW };
const EVENTS = activities(12).map((row) => ({ ...row, platform: 'forge' }));

interface Shown {
  connection?: Connection;
  details?: PlatformDetails;
  isEmpty?: boolean;
  isSlowing?: boolean;
  incidents?: readonly Incident[];
  maintenance?: readonly Maintenance[];
  range?: PlatformRange;
}

function screen(shown: Shown = {}, stand: Stand = 'fresh') {
  const { connection = FORGE, isEmpty = false, range = '24h' } = shown;
  const history = (of: PlatformRange) =>
    known('platformHistory', platformHistory(of, isEmpty), stand, { id: 'forge', range: of });
  const entries = [
    ...known('platform', shown.details ?? DETAILS, stand, { id: 'forge' }),
    ...history('90d'),
    ...(shown.isSlowing
      ? known('platformHistory', growingHistory(), stand, { id: 'forge', range: '30d' })
      : []),
    ...history(range),
    ...known('incidents', shown.incidents ?? INCIDENTS_OF_FORGE, stand),
    ...known('maintenance', shown.maintenance ?? [], stand),
    ...known('platforms', [FORGE_ROW], stand),
    ...known('activity', isEmpty ? [] : EVENTS, stand),
    ...known('certificates', isEmpty ? [] : CERTIFICATES, stand),
  ];
  const read = stand === 'missing' ? READINGS.fresh : READINGS[stand];
  return (
    <Seeded entries={entries}>
      <PlatformScreen connection={connection} read={read} range={range} onRange={nothing} />
    </Seeded>
  );
}

const JOB: Connection = { ...FORGE, kind: 'report', latencyMs: 754_000 };
const job = (runs: Runs, stand: Stand = 'fresh') => (
  <Seeded
    entries={[
      ...known('platform', { ...DETAILS, keys: [] }, 'fresh', { id: 'forge' }),
      ...known('platformRuns', runs, stand, { id: 'forge' }),
      ...known('platformRun', JOB_LOG, 'fresh', { id: 'forge', run: '4' }),
      ...known('incidents', [], 'fresh'),
      ...known('activity', [], 'fresh'),
    ]}
  >
    <PlatformScreen connection={JOB} read={READINGS.fresh} range="24h" onRange={nothing} />
  </Seeded>
);

export const stories: StorySet = {
  title: 'Platform page',
  alone: true,
  stories: {
    full: () => screen(),
    'a year': () => screen({ range: '1y' }),
    'getting slower': () => screen({ details: { ...DETAILS, lateMs: 250 }, isSlowing: true }),
    'in maintenance, with a drill': () =>
      screen({ maintenance: [WINDOW], incidents: [DRILL, ...INCIDENTS_OF_FORGE] }),
    'down, with a new key': () =>
      screen({
        connection: { ...FORGE, status: 'error', failure: 'no answer', keyChange: NEW_KEY },
      }),
    'new, without history': () =>
      screen({
        connection: { ...FORGE, status: 'unknown', latencyMs: null, lastSeen: null, since: null },
        details: NO_DETAILS,
        isEmpty: true,
        incidents: [],
      }),
    'of a server without these calls': () => screen({}, 'missing'),
    'a job': () => job(RUNS),
    'a job that never called': () => job({ dueAt: null, graceSec: 60, runs: [] }),
    'a job whose runs cannot be read': () => job(RUNS, 'failed'),
    failing: () => screen({}, 'failing'),
    'never read': () => screen({}, 'failed'),
    loading: () => screen({}, 'loading'),
    stale: () => screen({}, 'stale'),
    unknown: () => screen({}, 'unknown'),
    'long text': () =>
      screen({
        connection: { ...(LONG_CONNECTIONS[0] as Connection), status: 'error', failure: LONG_TEXT },
        details: { ...DETAILS, address: LONG_WORD, version: LONG_WORD },
      }),
    'this node': () => (
      <Seeded
        entries={known('platformHistory', platformHistory('90d'), 'fresh', {
          id: 'meridian',
          range: '90d',
        })}
      >
        <NodeScreen id="meridian" name="Meridian" />
      </Seeded>
    ),
  },
};
