import { describe, expect, test } from 'vitest';
import { createManualClock } from '../../tests/server/manual-clock.ts';
import { createClock, every, within } from './clock.ts';

const FOREVER = new AbortController().signal;

describe('a repeating job', () => {
  test('runs at once and then each interval, however long a run takes', async () => {
    const clock = createManualClock();
    const end = new AbortController();
    const runs: number[] = [];
    const running = every(
      clock,
      () => 1000,
      end.signal,
      async () => {
        runs.push(clock.elapsed());
        clock.advance(300);
      },
    );
    await clock.sleeperOf(700);
    clock.advance(700);
    await clock.sleeperOf(700);
    expect(runs).toEqual([0, 1000]);
    end.abort();
    await running;
    expect(runs).toEqual([0, 1000]);
  });

  test('runs again at once after a run that took longer than the interval', async () => {
    const clock = createManualClock();
    const end = new AbortController();
    let runs = 0;
    const running = every(
      clock,
      () => 1000,
      end.signal,
      async () => {
        runs += 1;
        clock.advance(2500);
        if (runs === 2) end.abort();
      },
    );
    await running;
    expect(runs).toBe(2);
  });
});

describe('a time limit', () => {
  const limit = { ms: 1000, reason: new Error('too late'), signal: FOREVER };

  test('returns the result of work that is done in time', async () => {
    expect(await within(createManualClock(), limit, async () => 'done')).toBe('done');
  });

  test('aborts work that takes too long, with its reason', async () => {
    const clock = createManualClock();
    const work = within(
      clock,
      limit,
      (signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    );
    clock.advance(1000);
    await expect(work).rejects.toThrow('too late');
  });

  test('forwards the outer abort with its reason', async () => {
    const end = new AbortController();
    const work = within(
      createManualClock(),
      { ...limit, signal: end.signal },
      (signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    );
    end.abort(new Error('stopped'));
    await expect(work).rejects.toThrow('stopped');
  });
});

test('the real clock sleeps for its time or until it is aborted', async () => {
  const clock = createClock(Date.now);
  expect(await clock.sleep(1, FOREVER)).toBe(true);
  const end = new AbortController();
  const sleeping = clock.sleep(1_000_000, end.signal);
  end.abort();
  expect(await sleeping).toBe(false);
  expect(await clock.sleep(1_000_000, end.signal)).toBe(false);
});

test('the real clock measures event loop delay', async () => {
  const clock = createClock(Date.now);
  const watch = clock.watchDelay();
  const until = clock.elapsed() + 200;
  while (clock.elapsed() < until);
  expect(watch.worstMs()).toBeGreaterThanOrEqual(150);
  await clock.sleep(50, FOREVER);
  expect(watch.worstMs()).toBeGreaterThanOrEqual(150);
  watch.stop();
});
