import type { ReactNode } from 'react';
import { BY_PERSON, DRILL, INCIDENT, TAKEN } from '../../../tests/ui/incident-samples.ts';
import { WINDOW } from '../../../tests/ui/platform-samples.ts';
import {
  activities,
  CONNECTIONS,
  LONG_CONNECTIONS,
  LONG_WORD,
  largeMesh,
  NOW,
  WALL,
} from '../../../tests/ui/samples.ts';
import type { StorySet } from '../../../tests/ui/story.ts';
import { meshVerdict } from '../../domain/verdict.ts';
import { WallBar } from './wall-bar.tsx';
import { WallAlarm, WallBoard, WallBody, WallFlash, WallIncidents } from './wall-board.tsx';
import { WallHead } from './wall-head.tsx';
import { WallPairing } from './wall-pairing.tsx';

const INCIDENTS = [
  DRILL,
  { ...INCIDENT, acknowledgement: TAKEN.acknowledgement },
  { ...TAKEN, planned: true },
];

interface WallOptions {
  scale?: number;
  isStale?: boolean;
  alarm?: ReactNode;
  over?: ReactNode;
  picture?: ReactNode;
}

const overview = (
  <>
    <WallHead {...WALL} />
    <WallBody {...WALL} view="overview" />
  </>
);

const ofMesh = (count: number) => (
  <>
    <WallHead {...WALL} verdict={meshVerdict(largeMesh(count), 'fresh')} />
    <WallBody {...WALL} view="overview" connections={largeMesh(count)} />
  </>
);

const NAMES = [
  'Mail relay Berlin',
  'Search Hamburg',
  'Beacon Wien',
  'Fleet Zürich',
  'Edge cache Oslo',
];
const GROUPS = ['Core', 'Payments', 'Corporate IT', 'Field', 'Identity', 'Logistics', 'Media'];
const STATUSES: Readonly<Record<number, string>> = { 2: 'warning', 40: 'warning' };
/** A mesh of groups: eight are down, of which one waits for somebody and two are taken. */
const GROUPED = largeMesh(300).map((one, at) => ({
  ...one,
  name: at === 33 ? 'Kundendatenbankverwaltung Nord 12' : `${NAMES[at % NAMES.length]} ${at}`,
  group: GROUPS[at % GROUPS.length] ?? '',
  status: at % 37 === 1 && at < 290 ? 'error' : (STATUSES[at] ?? 'connected'),
  failure: at % 2 ? 'answered 503 instead of 200-299' : 'no answer within 10 s',
}));
const OFFER = { to: 'viktor', by: 'ada', at: NOW - 120_000, until: NOW + 180_000 };
const GROUPED_INCIDENTS = GROUPED.filter(({ status }) => status === 'error').map((one, at) => ({
  ...INCIDENT,
  id: 100 + at,
  platform: one.id,
  cause: one.failure,
  startedAt: NOW - (at * 11 + 1) * 60_000,
  acknowledgement: at > 5 ? TAKEN.acknowledgement : null,
  ...(at === 5 && { offer: OFFER }),
}));
const WINDOWS = [{ ...WINDOW, platforms: ['m5', 'm6'] }];
const PLANNED = GROUPED.map((one) =>
  ['m5', 'm6'].includes(one.id) ? { ...one, status: 'error' } : one,
);
const grouped = {
  ...WALL,
  connections: PLANNED,
  incidents: GROUPED_INCIDENTS,
  maintenance: WINDOWS,
  stats: { ...WALL.stats, meshSize: 301 },
  verdict: meshVerdict(PLANNED, 'fresh', GROUPED_INCIDENTS, WINDOWS),
};

const wall = ({ scale = 1, isStale = false, alarm, over, picture = overview }: WallOptions) => (
  <WallBoard scale={scale} now={NOW} isStale={isStale} isActive alarm={alarm} overlay={over}>
    {picture}
  </WallBoard>
);

const CALM = CONNECTIONS.map((one) => ({ ...one, status: 'connected', lastSeen: NOW }));

const CODE = { state: 'waiting', code: 'ABCD2345', expiresAt: NOW + 300_000 } as const;

const bar = (
  <WallBar
    groups={['Shops', 'Offices']}
    pairing={{ state: 'done', name: 'Operations hall' }}
    search={{ scale: 3, theme: 'dark' }}
    lock={{ state: 'refused', text: 'battery low' }}
  />
);

export const stories: StorySet = {
  title: 'Wall',
  alone: true,
  stories: {
    overview: () => wall({}),
    'drill, somebody on it, maintenance': () =>
      wall({
        picture: (
          <>
            <WallHead {...WALL} verdict={meshVerdict(WALL.connections, 'fresh', INCIDENTS)} />
            <WallBody {...WALL} view="overview" incidents={INCIDENTS} />
          </>
        ),
      }),
    'incidents that people opened': () =>
      wall({
        picture: (
          <>
            <WallHead {...WALL} />
            <WallIncidents {...WALL} incidents={[BY_PERSON, { ...BY_PERSON, id: 47 }]} />
            <WallBody {...WALL} view="overview" />
          </>
        ),
      }),
    'one platform': () => wall({ picture: ofMesh(1) }),
    'thirty platforms': () => wall({ picture: ofMesh(30) }),
    'three hundred platforms': () => wall({ picture: ofMesh(300) }),
    'three hundred platforms in groups': () =>
      wall({
        picture: (
          <>
            <WallHead {...grouped} />
            <WallBody {...grouped} view="overview" />
          </>
        ),
      }),
    'six, calm': () =>
      wall({
        picture: (
          <>
            <WallHead {...WALL} verdict={meshVerdict(CALM, 'fresh')} />
            <WallBody {...WALL} view="overview" connections={CALM} />
          </>
        ),
      }),
    'mesh alone': () => wall({ picture: <WallBody {...WALL} view="mesh" activity={[]} /> }),
    'activity alone': () =>
      wall({
        picture: <WallBody {...WALL} view="activity" connections={[]} />,
      }),
    'nothing known': () =>
      wall({
        picture: (
          <WallBody {...WALL} view="overview" connections={undefined} activity={undefined} />
        ),
      }),
    'no platforms, no activity': () =>
      wall({ picture: <WallBody {...WALL} view="overview" connections={[]} activity={[]} /> }),
    stale: () =>
      wall({
        isStale: true,
        alarm: <WallAlarm {...WALL} status="stale" />,
      }),
    'never answered': () =>
      wall({ isStale: true, alarm: <WallAlarm {...WALL} status="stale" dataAt={undefined} /> }),
    'a code alone': () => wall({ alarm: <WallPairing pairing={CODE} alone />, picture: null }),
    'a code over the last data': () =>
      wall({
        isStale: true,
        alarm: (
          <>
            <WallPairing pairing={CODE} alone={false} />
            <WallAlarm {...WALL} status="refused" />
          </>
        ),
      }),
    'no code to be had': () =>
      wall({
        alarm: (
          <WallPairing pairing={{ state: 'failed', text: 'The server does not answer.' }} alone />
        ),
        picture: null,
      }),
    'its own name': () => wall({ over: <WallFlash name="Operations hall" /> }),
    'a long name': () => wall({ over: <WallFlash name={LONG_WORD} /> }),
    'the bar for hands': () => wall({ over: bar }),
    'half the size': () => wall({ scale: 0.5 }),
    'three times the size': () => wall({ scale: 3 }),
    'long text': () =>
      wall({
        picture: (
          <WallBody
            {...WALL}
            view="overview"
            connections={LONG_CONNECTIONS}
            activity={activities(4)}
          />
        ),
      }),
  },
};
