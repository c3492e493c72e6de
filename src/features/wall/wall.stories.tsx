import type { ReactNode } from 'react';
import { meshVerdict } from '../../domain/verdict.ts';
import { BY_PERSON, DRILL, INCIDENT, TAKEN } from '../../ui/testing/incident-samples.ts';
import {
  activities,
  LONG_CONNECTIONS,
  LONG_WORD,
  largeMesh,
  NOW,
  WALL,
} from '../../ui/testing/samples.ts';
import type { StorySet } from '../../ui/testing/story.ts';
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

const wall = ({ scale = 1, isStale = false, alarm, over, picture = overview }: WallOptions) => (
  <WallBoard scale={scale} now={NOW} isStale={isStale} isActive alarm={alarm} overlay={over}>
    {picture}
  </WallBoard>
);

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
