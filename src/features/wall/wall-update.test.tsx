import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Order } from '../../../contract/live.ts';
import { mount } from '../../../tests/ui/mount.tsx';
import { Wall } from './wall.tsx';

/** When a wall takes a new version: only while nobody uses it. */

const wall = vi.hoisted(() => ({
  isQuiet: (): boolean | undefined => undefined,
  onOrder: (_order: unknown): void => undefined,
}));
vi.mock('@tanstack/react-router', () => ({
  useLocation: () => ({ search: { wall: 1 } }),
  useRouter: () => ({ navigate: vi.fn() }),
}));
vi.mock('../../ui/page-title.ts', () => ({ usePage: vi.fn() }));
vi.mock('./use-wall.ts', () => ({
  useWall: () => ({
    now: 0,
    groups: [],
    connection: {
      state: 'live',
      since: 0,
      lastMessageAt: 0,
      liveMessageSeen: true,
    },
    status: 'live',
    verdict: {
      state: 'active',
      badge: 'Mesh Active',
      color: 'green',
      detail: '',
      sentence: '',
      down: [],
      slow: [],
    },
    dataAt: 0,
  }),
}));
vi.mock('../../console/wall/pairing.ts', () => ({
  usePairing: () => ({ state: 'asking' }),
}));
vi.mock('../../console/wall/orders.ts', () => ({
  useOrders(onOrder: (order: unknown) => void) {
    wall.onOrder = onOrder;
  },
}));
vi.mock('../../device/updates/updates.ts', () => ({
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

test('a wall in use is not quiet until ten seconds after the last input', () => {
  act(() => document.dispatchEvent(new Event('keydown')));
  expect(wall.isQuiet()).toBe(false);
  wait(9999);
  expect(wall.isQuiet()).toBe(false);
  wait(1);
  expect(wall.isQuiet()).toBe(true);
});

test('a wall is not quiet while it flashes its name', () => {
  const flash: Order = { type: 'order', order: 'flash', name: 'Hall', at: 1 };
  act(() => wall.onOrder(flash));
  expect(wall.isQuiet()).toBe(false);
  wait(8000);
  expect(wall.isQuiet()).toBe(true);
});
