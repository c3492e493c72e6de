import type { Incident } from '../../../contract/shapes/incident.ts';
import type { Maintenance } from '../../../contract/shapes/maintenance.ts';
import {
  CONNECTIONS,
  LONG_CONNECTIONS,
  LONG_TEXT,
  LONG_WORD,
  NOW,
  READINGS,
} from '../../ui/testing/samples.ts';
import { nothing, type StorySet } from '../../ui/testing/story.ts';
import { DrillDialogView } from './drill-dialog.tsx';
import { MaintenanceDialogView } from './maintenance-dialog.tsx';
import { MaintenanceView } from './maintenance-screen.tsx';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

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

type Props = Parameters<typeof MaintenanceView>[0];

const view = (windows: readonly Maintenance[] | undefined, more: Partial<Props> = {}) => (
  <MaintenanceView
    windows={{ ...READINGS.fresh, data: windows }}
    incidents={{ ...READINGS.fresh, data: [] }}
    platforms={CONNECTIONS}
    actions={{ busyWith: undefined, onEnd: nothing, onRemove: nothing }}
    drills={{ ending: undefined, endDrill: nothing }}
    now={NOW}
    onStart={nothing}
    onDrill={nothing}
    {...more}
  />
);
const read = (reading: keyof typeof READINGS, data?: readonly Maintenance[]) => ({
  windows: { ...READINGS[reading], data },
});

const dialog = (more: Partial<Parameters<typeof MaintenanceDialogView>[0]> = {}) => (
  <MaintenanceDialogView
    opened
    chosen={['archive']}
    platforms={CONNECTIONS}
    planning={{
      pending: false,
      problem: undefined,
      onStart: async () => true,
      forgetProblem: nothing,
    }}
    now={NOW}
    onClose={nothing}
    {...more}
  />
);

const drill = (problem?: string) => (
  <DrillDialogView
    opened
    chosen="archive"
    platforms={CONNECTIONS}
    starting={{ pending: false, problem, onStart: async () => true, forgetProblem: nothing }}
    onClose={nothing}
  />
);

const ALL = [CURRENT, WEEKLY_NOW, AHEAD, WEEKLY, PAST];

export const stories: StorySet = {
  title: 'Maintenance',
  alone: true,
  stories: {
    'now, ahead and past': () => view(ALL),
    'with drills': () => view([AHEAD], { incidents: { ...READINGS.fresh, data: [DRILL, TAKEN] } }),
    none: () => view([]),
    loading: () => view(undefined, read('loading')),
    stale: () => view(ALL, read('stale', ALL)),
    failed: () => view(undefined, read('failed')),
    'on a server without': () => view([], { windows: null, incidents: null }),
    'long text': () => view([LONG], { platforms: LONG_CONNECTIONS }),
    'the dialog': () => dialog(),
    'the dialog, refused': () =>
      dialog({
        planning: {
          pending: false,
          problem: '500: Internal Server Error',
          onStart: async () => false,
          forgetProblem: nothing,
        },
      }),
    'the dialog without platforms': () => dialog({ chosen: [], platforms: [] }),
    'the dialog, long names': () => dialog({ platforms: LONG_CONNECTIONS }),
    'the drill dialog': () => drill(),
    'the drill dialog, refused': () => drill('Archive has an open incident.'),
  },
};
