import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Order } from '../../contract/live.ts';
import { Wall } from '../../src/routes/-wall.tsx';
import { mount } from '../../src/ui/testing/mount.tsx';

/** When a wall takes a new version by itself: what it tells the updates of whether it is quiet. */

const wall = vi.hoisted(() => ({
  isQuiet: (): boolean | undefined => undefined,
  heard: (_order: unknown): void => undefined,
}));
vi.mock('@tanstack/react-router', () => ({
  useLocation: () => ({ search: { wall: 1 } }),
  useRouter: () => ({ navigate: vi.fn() }),
}));
vi.mock('../../src/routes/-page-title.ts', () => ({ usePage: vi.fn() }));
vi.mock('../../src/routes/-use-wall.ts', () => ({
  useWall: () => ({
    now: 0,
    link: { state: 'live', since: 0, lastHeardAt: 0, liveMessageSeen: true, role: 'leading' },
    sight: 'live',
    trueAt: 0,
    isEmpty: false,
  }),
}));
vi.mock('../../src/link/wall/use-pairing.ts', () => ({ usePairing: () => ({ state: 'asking' }) }));
vi.mock('../../src/link/wall/use-orders.ts', () => ({
  useOrders(heard: (order: unknown) => void) {
    wall.heard = heard;
  },
}));
vi.mock('../../src/link/updates/updates.ts', () => ({
  updateWhenQuiet(isQuiet: () => boolean) {
    wall.isQuiet = isQuiet;
    return vi.fn();
  },
}));

beforeEach(async () => {
  mount(<Wall account="ada" />);
  await vi.waitFor(() => expect(wall.isQuiet()).toBe(true));
  vi.useFakeTimers();
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  return () => {
    globalThis.IS_REACT_ACT_ENVIRONMENT = false;
    vi.useRealTimers();
    wall.isQuiet = () => undefined;
  };
});

const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test('a wall with hands on it is not quiet until ten seconds after the last of them', () => {
  act(() => dispatchEvent(new Event('keydown')));
  expect(wall.isQuiet()).toBe(false);
  wait(9999);
  expect(wall.isQuiet()).toBe(false);
  wait(1);
  expect(wall.isQuiet()).toBe(true);
});

test('a wall that is being shown to somebody is not quiet while it says its name', () => {
  const flash: Order = { type: 'order', order: 'flash', name: 'Hall', at: 1 };
  act(() => wall.heard(flash));
  expect(wall.isQuiet()).toBe(false);
  wait(8000);
  expect(wall.isQuiet()).toBe(true);
});
