import { totalmem } from 'node:os';
import underPressure from '@fastify/under-pressure';
import { fastify } from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createLoadGuard } from './load-guard.ts';

const memoryMax = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem());
const IDLE = { delayMs: 1, memory: 0.2 };

function create(load = IDLE, limits: { socketsMax?: number; filesMax?: number } = {}) {
  const { socketsMax = null, filesMax = null } = limits;
  const usage = () => ({
    eventLoopDelay: load.delayMs,
    rssBytes: load.memory * memoryMax,
    heapUsed: 0,
    eventLoopUtilized: 0,
  });
  return createLoadGuard({ usage, socketsMax, filesMax });
}

test('an idle process has room for any number of sockets', () => {
  expect(create().shortage(100_000)).toBeUndefined();
});

test('an event loop that is late has no room until it is in time again', () => {
  const load = { ...IDLE, delayMs: 150 };
  const guard = create(load);
  expect(guard.shortage(0)).toBe('event-loop');
  load.delayMs = 20;
  expect(guard.shortage(0)).toBeUndefined();
});

test('an event loop that was blocked throughout was late all that time', () => {
  const guard = create({ ...IDLE, delayMs: Number.POSITIVE_INFINITY });
  expect(guard.shortage(0)).toBe('event-loop');
  expect(guard.load().delayMs).toBe(3000);
});

test('memory that is almost used up leaves no room', () => {
  expect(create({ ...IDLE, memory: 0.84 }).shortage(0)).toBeUndefined();
  expect(create({ ...IDLE, memory: 0.86 }).shortage(0)).toBe('memory');
});

test('descriptors are left for files, the database and requests', () => {
  const many = create(IDLE, { filesMax: 20_000 });
  expect([19_499, 19_500].map(many.shortage)).toEqual([undefined, 'files']);
  const few = create(IDLE, { filesMax: 256 });
  expect([127, 128].map(few.shortage)).toEqual([undefined, 'files']);
});

test('an operator may set a lower limit', () => {
  const guard = create(IDLE, { socketsMax: 50 });
  expect([49, 50].map(guard.shortage)).toEqual([undefined, 'configured']);
});

test('a real process measures a blocked event loop, and its memory', async () => {
  const app = fastify();
  onTestFinished(() => app.close());
  await app.register(underPressure, { sampleInterval: 1000 });
  const guard = createLoadGuard({ usage: app.memoryUsage, socketsMax: null });
  await new Promise((resolve) => setTimeout(resolve, 100));
  const until = performance.now() + 950;
  while (performance.now() < until);
  await vi.waitFor(() => expect(guard.load().delayMs).toBeGreaterThan(50), { timeout: 3000 });
  expect(guard.load().memory).toBeGreaterThan(0);
  expect(guard.load().memory).toBeLessThan(1);
});
