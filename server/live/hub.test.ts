import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Change, CLOSE } from '../../contract/live.ts';
import { keyOf } from '../../contract/paths.ts';
import type { SessionRole } from '../../contract/roles.ts';
import { createClock } from '../base/clock.ts';
import { createLoops } from '../base/loop.ts';
import {
  BEAT_MS,
  createHub,
  type Hub,
  type LiveSession,
  type LiveSocket,
  PING_EVERY_MS,
} from './hub.ts';
import type { Shortage } from './load-guard.ts';

/** A socket that records what is done to it. */
function createSocket() {
  const listeners = new Map<string, (() => void)[]>();
  const socket = {
    bufferedAmount: 0,
    sent: [] as Record<string, unknown>[],
    pings: 0,
    code: undefined as number | undefined,
    cutOff: false,
    send: (data: unknown) => void socket.sent.push(JSON.parse(String(data))),
    ping: () => void socket.pings++,
    close: (code: number) => {
      socket.code ??= code;
    },
    terminate: () => {
      socket.cutOff = true;
      socket.emit('close');
    },
    on: (event: string, listener: () => void) => {
      listeners.set(event, [...(listeners.get(event) ?? []), listener]);
      return socket;
    },
    emit: (event: string) => {
      for (const listener of listeners.get(event) ?? []) listener();
    },
  };
  return socket;
}

const asLive = (socket: ReturnType<typeof createSocket>) => socket as unknown as LiveSocket;
const session: LiveSession = { id: 'session-1', account: { id: 'account-1', role: 'viewer' } };

let publish: (change: Change) => void;
/** What the database has of a session. */
let stored: { role: SessionRole; mustEnrol?: boolean } | undefined;
let reading: Promise<void> | undefined;
let reads: number;
let hub: Hub;
let shortage: Shortage | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  stored = { role: 'viewer' };
  reading = undefined;
  reads = 0;
  shortage = undefined;
  hub = createOne();
});

function createOne(options: { hasOthers?: boolean; random?: () => number } = {}): Hub {
  const clock = { ...createClock(), elapsed: Date.now };
  return createHub({
    journal: {
      seq: () => 7,
      streamId: () => 'stream',
      subscribe: (listener) => {
        publish = listener;
        return () => true;
      },
    },
    ...{ clock, loops: createLoops(clock), now: Date.now },
    build: 'test',
    async readSessions(ids) {
      reads += 1;
      const found = stored;
      await reading;
      if (found === undefined) return new Map();
      const { role, mustEnrol = false } = found;
      return new Map(ids.map((id) => [id, { account: { ...session.account, role }, mustEnrol }]));
    },
    loadGuard: { shortage: () => shortage },
    ...options,
  });
}

afterEach(async () => {
  await hub.close();
  vi.useRealTimers();
});

function join() {
  const socket = createSocket();
  hub.join(asLive(socket), session);
  return socket;
}

const change = (seq: number): Change => ({
  key: [...keyOf('activity')],
  op: 'replace',
  data: seq,
  seq,
  at: 0,
});

test('a beat is sent after fifteen seconds without another message, and no earlier', async () => {
  const socket = join();
  await vi.advanceTimersByTimeAsync(BEAT_MS - 1);
  publish(change(8));
  await vi.advanceTimersByTimeAsync(BEAT_MS - 1);
  expect(socket.sent.map(({ type }) => type)).toEqual(['hello', undefined]);
  await vi.advanceTimersByTimeAsync(1);
  expect(socket.sent.at(-1)).toMatchObject({ type: 'beat', seq: 7 });
});

test('a peer that does not answer pings is terminated, one that does stays', async () => {
  const [silent, lively] = [join(), join()];
  await vi.advanceTimersByTimeAsync(PING_EVERY_MS);
  lively.emit('pong');
  await vi.advanceTimersByTimeAsync(PING_EVERY_MS);
  expect([silent.cutOff, lively.cutOff]).toEqual([true, false]);
  expect(hub.counters().sockets).toBe(1);
});

test('a reader with a megabyte unread is closed as too slow; the others still receive', async () => {
  const [slow, quick] = [join(), join()];
  slow.bufferedAmount = 1024 * 1024 + 1;
  publish(change(8));
  publish(change(9));
  expect(slow.code).toBe(CLOSE.tooSlow);
  expect(slow.sent.filter(({ seq }) => seq === 8)).toEqual([]);
  expect(quick.sent.filter(({ key }) => key !== undefined)).toHaveLength(2);
  expect(hub.counters()).toMatchObject({ sockets: 1, dropped: 1 });
  await vi.advanceTimersByTimeAsync(2000);
  expect(slow.cutOff).toBe(true);
});

test('a change that is too large is sent as one to read again, so that it closes no socket', () => {
  const socket = join();
  publish({ ...change(8), data: 'x'.repeat(300_000) });
  const key = keyOf('activity');
  expect(socket.sent[1]).toEqual({ key, op: 'patch', data: null, seq: 8, at: 0 });
});

test('an order is not sent to a reader that is too slow: its socket is closed', () => {
  const [slow, quick] = [join(), join()];
  slow.bufferedAmount = 1024 * 1024 + 1;
  expect(hub.sendToSession('session-1', { type: 'order' })).toBe(true);
  expect(slow.code).toBe(CLOSE.tooSlow);
  expect([slow, quick].map(({ sent }) => sent.at(-1)?.type)).toEqual(['hello', 'order']);
  quick.bufferedAmount = slow.bufferedAmount;
  expect(hub.sendToSession('session-1', { type: 'order' })).toBe(false);
  expect(hub.counters()).toMatchObject({ sockets: 0, dropped: 2 });
});

test('a session that has expired or ended elsewhere loses its sockets', async () => {
  const socket = join();
  stored = undefined;
  socket.emit('pong');
  await vi.advanceTimersByTimeAsync(PING_EVERY_MS);
  expect(socket.code).toBe(CLOSE.signIn);
});

test.each([
  ['another role', { role: 'display' }],
  ['to set up a second factor first', { role: 'viewer', mustEnrol: true }],
] as const)('a session that has %s, unnoticed here, joins again', async (_, change) => {
  const socket = join();
  await hub.checkSessions();
  expect(socket.code).toBeUndefined();
  stored = change;
  await hub.checkSessions();
  expect(socket.code).toBe(CLOSE.restart);
});

test('the sessions of all sockets are read at once, and not again before that is done', async () => {
  const sockets = [join(), join()];
  let done = (): void => undefined;
  reading = new Promise((resolve) => {
    done = resolve;
  });
  for (let i = 0; i < 5; i++) {
    for (const socket of sockets) socket.emit('pong');
    await vi.advanceTimersByTimeAsync(PING_EVERY_MS);
  }
  expect(reads).toBe(1);
  // What asked meanwhile may know of something that was read too early.
  stored = undefined;
  done();
  await vi.advanceTimersByTimeAsync(0);
  expect([reads, sockets[0]?.code]).toEqual([2, CLOSE.signIn]);
});

test('the sessions of thousands of sockets are read in a few queries', async () => {
  const sockets = Array.from({ length: 2500 }, (_, i) => {
    const socket = createSocket();
    hub.join(asLive(socket), { ...session, id: `session-${i}` });
    return socket;
  });
  await hub.checkSessions();
  expect([reads, sockets.filter(({ code }) => code !== undefined)]).toEqual([3, []]);
});

test('at most 32 sockets of an account may join, and none while the process is short of something', () => {
  for (let i = 0; i < 32; i++) join();
  expect(hub.refusal('account-1')).toBe('account');
  expect(hub.refusal('account-2')).toBeUndefined();
  shortage = 'memory';
  expect(hub.refusal('account-2')).toBe('memory');
  expect(Object.fromEntries(hub.counters().refused)).toEqual({ account: 1, memory: 1 });
});

test('more than the 2,500 sockets of earlier releases may join', () => {
  for (let i = 0; i < 3000; i++)
    hub.join(asLive(createSocket()), {
      id: `s${i}`,
      account: { id: `account-${i}`, role: 'viewer' },
    });
  expect(hub.refusal('account-9999')).toBeUndefined();
  expect(hub.counters().sockets).toBe(3000);
});

describe('a bye', () => {
  const comeBackOf = (sockets: ReturnType<typeof createSocket>[]) =>
    sockets.map(({ sent }) => sent.at(-1)?.comeBackSec as number);

  test.each([
    ['without other instances', false, 2, 6],
    ['with other instances', true, 0.5, 4.5],
  ])('%s spreads many consoles over four seconds', (_, hasOthers, leastSec, mostSec) => {
    let step = 0;
    hub = createOne({ hasOthers, random: () => (step++ % 1000) / 1000 });
    const sockets = Array.from({ length: 3000 }, join);
    hub.close();
    const times = comeBackOf(sockets);
    expect(Math.min(...times)).toBe(leastSec);
    expect(Math.max(...times)).toBeCloseTo(mostSec, 1);
    expect(new Set(times).size).toBeGreaterThan(300);
  });

  test('spreads a few over no more time than they need', () => {
    hub = createOne({ random: () => 1 });
    const sockets = Array.from({ length: 50 }, join);
    hub.close();
    expect(Math.max(...comeBackOf(sockets))).toBe(2.1);
  });
});

test('closing leaves no timer behind', async () => {
  const socket = join();
  await hub.close();
  expect(socket.sent.at(-1)).toMatchObject({ type: 'bye' });
  expect(socket.code).toBe(CLOSE.restart);
  socket.emit('close');
  expect(vi.getTimerCount()).toBe(0);
});
