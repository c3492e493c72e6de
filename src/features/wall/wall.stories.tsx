import type { ReactNode } from 'react';
import {
  activities,
  CONNECTIONS,
  LONG_CONNECTIONS,
  LONG_WORD,
  NOW,
} from '../../ui/testing/samples.ts';
import { nothing, type StorySet } from '../../ui/testing/story.ts';
import { WallBar } from './wall-bar.tsx';
import { WallAlarm, WallBoard, WallBody, WallFlash } from './wall-board.tsx';
import { WallHead } from './wall-head.tsx';
import { WallPairing } from './wall-pairing.tsx';

const VERDICT = {
  state: 'degraded',
  badge: 'Mesh Active',
  color: 'yellow',
  detail: '1 down',
} as const;

interface WallOptions {
  scale?: number;
  isStale?: boolean;
  alarm?: ReactNode;
  over?: ReactNode;
  picture?: ReactNode;
}

const head = (
  <WallHead
    product="Meridian"
    meshConnections={6}
    verdict={VERDICT}
    link="live"
    lastMessageAt={NOW - 2000}
    now={NOW}
  />
);
const overview = (
  <>
    {head}
    <WallBody view="overview" connections={CONNECTIONS} rows={activities(30)} now={NOW} />
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
    name="Operations hall"
    search={{ scale: 3, theme: 'dark' }}
    lock={{ state: 'refused', text: 'battery low' }}
    onChange={nothing}
    onExit={nothing}
  />
);

export const stories: StorySet = {
  title: 'Wall',
  alone: true,
  stories: {
    overview: () => wall({}),
    'mesh alone': () =>
      wall({ picture: <WallBody view="mesh" connections={CONNECTIONS} rows={[]} now={NOW} /> }),
    'activity alone': () =>
      wall({
        picture: <WallBody view="activity" connections={[]} rows={activities(30)} now={NOW} />,
      }),
    'nothing known': () =>
      wall({
        picture: <WallBody view="overview" connections={undefined} rows={undefined} now={NOW} />,
      }),
    'no platforms, no activity': () =>
      wall({ picture: <WallBody view="overview" connections={[]} rows={[]} now={NOW} /> }),
    stale: () =>
      wall({
        isStale: true,
        alarm: <WallAlarm product="Meridian" since={NOW - 180_000} now={NOW} />,
      }),
    'never answered': () =>
      wall({ isStale: true, alarm: <WallAlarm product="Meridian" since={undefined} now={NOW} /> }),
    'a code alone': () => wall({ alarm: <WallPairing pairing={CODE} alone />, picture: null }),
    'a code over the last data': () =>
      wall({
        isStale: true,
        alarm: (
          <>
            <WallPairing pairing={CODE} alone={false} />
            <WallAlarm product="Meridian" since={NOW - 180_000} now={NOW} refused />
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
          <WallBody view="overview" connections={LONG_CONNECTIONS} rows={activities(4)} now={NOW} />
        ),
      }),
  },
};
