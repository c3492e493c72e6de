import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLoadGuard, type Load, type LoadGuard } from './load-guard.ts';

const IDLE: Load = { delayMs: 1, memory: 0.2 };
let load: Load;
let guard: LoadGuard;

function create(limits: { socketsMax?: number; filesMax?: number } = {}): LoadGuard {
  const { socketsMax = null, filesMax = null } = limits;
  guard = createLoadGuard({
    socketsMax,
    filesMax,
    gauge: { read: () => load, stop: () => undefined },
  });
  return guard;
}

beforeEach(() => {
  vi.useFakeTimers();
  load = IDLE;
});
afterEach(() => {
  guard.close();
  vi.useRealTimers();
});

const measure = (next: Load, seconds: number) => {
  load = next;
  vi.advanceTimersByTime(seconds * 1000);
};

test('an idle process has room for any number of sockets', () => {
  create();
  measure(IDLE, 10);
  expect(guard.shortage(100_000)).toBeUndefined();
});

test('an event loop that is late for three seconds has no room until it is in time again', () => {
  create();
  measure({ ...IDLE, delayMs: 400 }, 2);
  expect(guard.shortage(0)).toBeUndefined();
  measure({ ...IDLE, delayMs: 150 }, 1);
  expect(guard.shortage(0)).toBe('event-loop');
  measure({ ...IDLE, delayMs: 20 }, 1);
  expect(guard.shortage(0)).toBeUndefined();
});

test('memory that is almost used up leaves no room', () => {
  create();
  measure({ ...IDLE, memory: 0.84 }, 1);
  expect(guard.shortage(0)).toBeUndefined();
  measure({ ...IDLE, memory: 0.86 }, 1);
  expect(guard.shortage(0)).toBe('memory');
});

test('descriptors are left for files, the database and requests', () => {
  create({ filesMax: 20_000 });
  expect([19_499, 19_500].map(guard.shortage)).toEqual([undefined, 'files']);
  guard.close();
  create({ filesMax: 256 });
  expect([127, 128].map(guard.shortage)).toEqual([undefined, 'files']);
});

test('an operator may set a lower limit', () => {
  create({ socketsMax: 50 });
  expect([49, 50].map(guard.shortage)).toEqual([undefined, 'configured']);
});

test('a real process measures a blocked event loop, and its memory', async () => {
  vi.useRealTimers();
  guard = createLoadGuard({ socketsMax: null });
  await new Promise((resolve) => setTimeout(resolve, 100));
  const until = performance.now() + 950;
  while (performance.now() < until);
  await vi.waitFor(() => expect(guard.load().delayMs).toBeGreaterThan(50), { timeout: 3000 });
  expect(guard.load().memory).toBeGreaterThan(0);
  expect(guard.load().memory).toBeLessThan(1);
});
