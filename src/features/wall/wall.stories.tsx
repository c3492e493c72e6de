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

const pairing = (more: Partial<Parameters<typeof WallPairing>[0]>) => (
  <WallPairing
    code="ABCD2345"
    expiresAt={NOW + 300_000}
    problem={undefined}
    address="console.mesh.example/dashboard?show=displays"
    link="https://console.mesh.example/dashboard?show=displays&code=ABCD2345"
    alone
    {...more}
  />
);

const choice = (chosen: string, ...all: string[]) => ({ chosen, all, onChoose: nothing });

const bar = (
  <WallBar
    name="Operations hall"
    version="0.1.0"
    scale={1.25}
    views={choice('overview', 'overview', 'mesh', 'activity')}
    themes={choice('dark', 'dark', 'light', 'system')}
    switches={[{ label: 'Keep awake', isOn: false, onToggle: nothing }]}
    problem="The browser did not allow it: battery low"
    onSmaller={nothing}
    onLarger={undefined}
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
    'a code alone': () => wall({ alarm: pairing({}), picture: null }),
    'a code over the last data': () =>
      wall({
        isStale: true,
        alarm: (
          <>
            {pairing({ alone: false })}
            <WallAlarm product="Meridian" since={NOW - 180_000} now={NOW} refused />
          </>
        ),
      }),
    'no code to be had': () =>
      wall({
        alarm: pairing({ code: undefined, problem: 'The server does not answer.' }),
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
