import { HOUR_MS, MINUTE_MS } from '../../../contract/limits.ts';
import type { Incident } from '../../../contract/shapes/incident.ts';
import type { Maintenance } from '../../../contract/shapes/maintenance.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import {
  CONNECTIONS,
  LONG_CONNECTIONS,
  LONG_TEXT,
  LONG_WORD,
  NOW,
} from '../../../tests/ui/samples.ts';
import { known, Seeded, type Stand } from '../../../tests/ui/seed.tsx';
import { nothing, type StorySet } from '../../../tests/ui/story.ts';
import { DrillDialog } from './drill-dialog.tsx';
import { MaintenanceDialog } from './maintenance-dialog.tsx';
import { MaintenanceScreen } from './maintenance-screen.tsx';

const CURRENT: Maintenance = {
  id: 1,
  platforms: ['archive'],
  note: 'New disks.\nAsk Grace before a restart.',
  startsAt: NOW - 20 * MINUTE_MS,
  endsAt: NOW + 12 * MINUTE_MS,
  repeat: 'none',
  timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  createdBy: 'ada',
  createdAt: NOW - 21 * MINUTE_MS,
};
const AHEAD: Maintenance = {
  ...CURRENT,
  id: 2,
  platforms: ['forge', 'harbor'],
  note: '',
  startsAt: NOW + 30 * HOUR_MS,
  endsAt: NOW + 32 * HOUR_MS,
};
const WEEKLY: Maintenance = { ...AHEAD, id: 3, repeat: 'weekly', timeZone: 'Asia/Tokyo' };
const WEEKLY_NOW: Maintenance = { ...CURRENT, id: 4, repeat: 'weekly', note: '' };
const PAST: Maintenance = {
  ...CURRENT,
  id: 5,
  startsAt: NOW - 50 * HOUR_MS,
  endsAt: NOW - 49 * HOUR_MS,
};
const LONG: Maintenance = {
  ...CURRENT,
  id: 6,
  platforms: [LONG_WORD, 'forge'],
  note: LONG_TEXT,
  createdBy: LONG_WORD,
};

const DRILL: Incident = {
  id: 7,
  platform: 'sentinel',
  status: 'error',
  startedAt: NOW - 2 * MINUTE_MS,
  endedAt: null,
  cause: 'drill',
  planned: false,
  drillUntil: NOW + 8 * MINUTE_MS,
  acknowledgement: null,
};
const TAKEN: Incident = {
  ...DRILL,
  id: 8,
  platform: 'forge',
  acknowledgement: { by: 'grace', at: NOW, note: '' },
};

interface Shown {
  incidents?: readonly Incident[];
  platforms?: readonly Connection[];
  stand?: Stand;
}

const view = (windows: readonly Maintenance[], shown: Shown = {}) => {
  const { incidents = [], platforms = CONNECTIONS, stand } = shown;
  return (
    <Seeded
      entries={[
        ...known('maintenance', windows, stand),
        ...known('incidents', incidents, stand === 'missing' ? stand : 'fresh'),
        ...known('connections', platforms),
      ]}
    >
      <MaintenanceScreen search={{}} onSearch={nothing} />
    </Seeded>
  );
};

const dialog = (chosen: readonly string[], platforms = CONNECTIONS) => (
  <Seeded entries={known('connections', platforms)}>
    <MaintenanceDialog opened chosen={chosen} onClose={nothing} />
  </Seeded>
);

const ALL = [CURRENT, WEEKLY_NOW, AHEAD, WEEKLY, PAST];

export const stories: StorySet = {
  title: 'Maintenance',
  alone: true,
  stories: {
    'now, ahead and past': () => view(ALL),
    'with drills': () => view([AHEAD], { incidents: [DRILL, TAKEN] }),
    none: () => view([]),
    loading: () => view([], { stand: 'loading' }),
    stale: () => view(ALL, { stand: 'stale' }),
    failed: () => view([], { stand: 'failed' }),
    'on a server without': () => view([], { stand: 'missing' }),
    'long text': () => view([LONG], { platforms: LONG_CONNECTIONS }),
    'the dialog': () => dialog(['archive']),
    'the dialog without platforms': () => dialog([], []),
    'the dialog, long names': () => dialog(['archive'], LONG_CONNECTIONS),
    'the drill dialog': () => (
      <Seeded entries={known('connections', CONNECTIONS)}>
        <DrillDialog opened chosen="archive" onClose={nothing} />
      </Seeded>
    ),
  },
};
