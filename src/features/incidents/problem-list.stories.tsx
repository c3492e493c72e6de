import { MINUTE_MS } from '../../../contract/limits.ts';
import type { Incident } from '../../../contract/shapes/incident.ts';
import type { Maintenance } from '../../../contract/shapes/maintenance.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { BY_PERSON, INCIDENT, LONG_INCIDENT } from '../../../tests/ui/incident-samples.ts';
import { AsRole, VIEWER } from '../../../tests/ui/role-sample.tsx';
import { CONNECTIONS, NOW } from '../../../tests/ui/samples.ts';
import { known, knownHere, Seeded, type Stand } from '../../../tests/ui/seed.tsx';
import type { StorySet } from '../../../tests/ui/story.ts';
import { ACKNOWLEDGEMENTS_KEY } from '../../shared/model.ts';
import { ProblemList } from './problem-list.tsx';
import { useProblems } from './use-problems.ts';

const WAITING = 58;

/** @returns a platform that is down or slow, and its incident, since so many minutes */
const down = (id: number, name: string, minutes: number, more: Partial<Incident> = {}) => ({
  platform: {
    ...(CONNECTIONS[0] as Connection),
    id: `p${id}`,
    name,
    status: more.status ?? 'error',
    latencyMs: 413,
  },
  incident: {
    ...INCIDENT,
    id,
    platform: `p${id}`,
    startedAt: NOW - minutes * MINUTE_MS,
    ...more,
  },
});

const offered = (by: string, to: string) => ({
  offer: { by, to, at: NOW - 2 * MINUTE_MS, until: NOW + 3 * MINUTE_MS },
});
const taken = (by: string) => ({ acknowledgement: { by, at: NOW - 9 * MINUTE_MS, note: '' } });

const ALL = [
  down(50, 'Mail relay Berlin', 12, { cause: 'answered 503 instead of 200-299' }),
  down(51, 'Kundendatenbank Rechenzentrum Nord 12', 9, { cause: 'connection refused' }),
  down(52, 'Telemetry Köln', 21, offered('bo', 'viktor')),
  down(53, 'Beacon Wien 2', 20, offered('bo', 'ada')),
  down(54, 'Fleet Zürich', 19, offered('ada', 'viktor')),
  down(55, 'Archive', 95, taken('viktor')),
  down(56, 'Edge cache Oslo', 26, {
    acknowledgement: { by: 'ada', at: NOW, note: 'The provider works on it.' },
  }),
  down(57, 'Ledger', 34, { status: 'warning' }),
  down(WAITING, 'Search Hamburg 2', 4),
  down(59, 'Harbor', 3, { drillUntil: NOW + 5 * MINUTE_MS }),
];

const WINDOW: Maintenance = {
  id: 1,
  platforms: ['harbor'],
  note: 'New disks',
  startsAt: NOW - 1,
  endsAt: NOW + 60 * MINUTE_MS,
  repeat: 'none',
  timeZone: 'UTC',
  createdBy: 'dana',
  createdAt: NOW,
};

function Problems() {
  return <ProblemList {...useProblems()} />;
}

/** The first, with three that are down because of it, one of them with an older incident. */
const BEHIND = [
  down(70, 'Gateway', 12, { cause: 'connection refused' }),
  ...['Shop', 'Wiki', 'Ledger'].map((name, at) => {
    const { platform, incident } = down(71 + at, name, 30);
    return { platform: { ...platform, dependsOn: ['p70'], because: 'p70' }, incident };
  }),
  down(80, 'Mail relay Berlin', 9),
];

interface Mesh {
  of?: readonly { platform: Connection; incident?: Incident }[];
  others?: readonly Incident[];
  stand?: Stand;
}

/** As ada sees it. */
const list = ({ of = ALL, others = [], stand }: Mesh = {}) => (
  <Seeded
    account="ada"
    entries={[
      ...known('incidents', [...of.flatMap(({ incident }) => incident ?? []), ...others], stand),
      ...known('maintenance', [WINDOW], stand),
      ...known(
        'connections',
        [...CONNECTIONS.slice(0, 2), ...of.map((one) => one.platform)],
        stand,
      ),
      ...known('operators', ['ada', 'bo', 'viktor']),
      ...knownHere(ACKNOWLEDGEMENTS_KEY, [{ incident: String(WAITING), title: '', note: '' }]),
    ]}
  >
    <Problems />
  </Seeded>
);

export const stories: StorySet = {
  title: 'Problem rows',
  alone: true,
  stories: {
    'every state': () => list({ others: [{ ...BY_PERSON, ...taken('viktor') }] }),
    'as a viewer': () => <AsRole session={VIEWER}>{list()}</AsRole>,
    'last known': () => list({ stand: 'unknown' }),
    'long texts': () => list({ of: [], others: [{ ...LONG_INCIDENT, planned: false }] }),
    'because of another': () =>
      list({
        of: BEHIND.map((one) => (one.platform.id === 'p71' ? { platform: one.platform } : one)),
      }),
    'very many': () =>
      list({ of: Array.from({ length: 30 }, (_, at) => down(100 + at, `Platform ${at}`, at)) }),
  },
};
