import { afterEach, beforeEach, expect, test } from 'vitest';
import { createManualClock, type ManualClock } from '../../tests/server/manual-clock.ts';
import { type Alarm, createAlarm } from './alarm.ts';
import { createLoops } from './loop.ts';

let clock: ManualClock;
let alarm: Alarm;
let runs: number;
/** How far the clock was set back. */
let setBackMs: number;
let dueIn: number | null | Error;
const errors: unknown[] = [];

beforeEach(() => {
  clock = createManualClock();
  runs = 0;
  setBackMs = 0;
  dueIn = null;
  const loops = createLoops(clock);
  loops.logTo({ error: ({ err }: { err?: unknown }) => void errors.push(err) });
  alarm = createAlarm({
    ...{ name: 'ring', loops, clock: { now: () => clock.now() - setBackMs } },
    async job() {
      runs++;
      if (dueIn instanceof Error) throw dueIn;
      return dueIn === null ? null : clock.now() + dueIn;
    },
  });
});
afterEach(() => alarm.close());

/** Moves time second by second, as real sleepers see it. */
async function pass(seconds: number): Promise<void> {
  for (let i = 0; i < seconds; i++) {
    await new Promise(setImmediate);
    clock.advance(1000);
  }
  await new Promise(setImmediate);
}

test('does its job at once, and then when it is due', async () => {
  expect(runs).toBe(1);
  await pass(5);
  expect(runs).toBe(1);
  dueIn = 3000;
  alarm.wake();
  await pass(2);
  expect(runs).toBe(2);
  await pass(2);
  expect(runs).toBe(3);
});

test('notices within a second that much time has passed, as after a sleep', async () => {
  dueIn = 3_600_000;
  alarm.wake();
  await pass(1);
  expect(runs).toBe(2);
  clock.advance(7_200_000);
  await pass(1);
  expect(runs).toBe(3);
});

test('asks again when it is due after the clock was set back', async () => {
  dueIn = 60_000;
  alarm.wake();
  await pass(1);
  expect(runs).toBe(2);
  setBackMs = 7_200_000;
  await pass(2);
  expect(runs).toBe(3);
  await pass(10);
  expect(runs).toBe(3);
});

test('repeats a job that failed', async () => {
  dueIn = new Error('disk full');
  alarm.wake();
  await pass(2);
  expect([runs, errors]).toEqual([2, [dueIn]]);
  dueIn = null;
  await pass(10);
  expect(runs).toBe(3);
});

test('does nothing more once it is closed', async () => {
  dueIn = 1000;
  alarm.wake();
  await pass(1);
  await alarm.close();
  const before = runs;
  await pass(5);
  expect(runs).toBe(before);
});
