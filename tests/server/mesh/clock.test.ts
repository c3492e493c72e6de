import { describe, expect, test } from 'vitest';
import { createClock, every, within } from '../../../server/mesh/clock.ts';
import { createHandClock } from './hand-clock.ts';

const FOREVER = new AbortController().signal;

describe('a repeating job', () => {
  test('makes a turn at once and then one each interval, whatever a turn takes', async () => {
    const clock = createHandClock();
    const end = new AbortController();
    const turns: number[] = [];
    const running = every(
      clock,
      () => 1000,
      end.signal,
      async () => {
        turns.push(clock.elapsed());
        clock.advance(300);
      },
    );
    await clock.sleeperOf(700);
    clock.advance(700);
    await clock.sleeperOf(700);
    expect(turns).toEqual([0, 1000]);
    end.abort();
    await running;
    expect(turns).toEqual([0, 1000]);
  });

  test('goes on at once after a turn that took longer than the interval', async () => {
    const clock = createHandClock();
    const end = new AbortController();
    let turns = 0;
    const running = every(
      clock,
      () => 1000,
      end.signal,
      async () => {
        turns += 1;
        clock.advance(2500);
        if (turns === 2) end.abort();
      },
    );
    await running;
    expect(turns).toBe(2);
  });
});

describe('a time limit', () => {
  const limit = { ms: 1000, reason: new Error('too late'), signal: FOREVER };

  test('lets work that is done in time return', async () => {
    expect(await within(createHandClock(), limit, async () => 'done')).toBe('done');
  });

  test('aborts work that is not, with its reason', async () => {
    const clock = createHandClock();
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

  test('passes the outer end on, with its own reason', async () => {
    const end = new AbortController();
    const work = within(
      createHandClock(),
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

test('the real clock sleeps until its time or until it is woken', async () => {
  const clock = createClock(Date.now);
  expect(await clock.sleep(1, FOREVER)).toBe(true);
  const end = new AbortController();
  const sleeping = clock.sleep(1_000_000, end.signal);
  end.abort();
  expect(await sleeping).toBe(false);
  expect(await clock.sleep(1_000_000, end.signal)).toBe(false);
});

test('the real clock sees that the process is held up, and remembers it', async () => {
  const clock = createClock(Date.now);
  const watch = clock.watchDelay();
  const until = clock.elapsed() + 200;
  while (clock.elapsed() < until);
  expect(watch.worstMs()).toBeGreaterThanOrEqual(150);
  await clock.sleep(50, FOREVER);
  expect(watch.worstMs()).toBeGreaterThanOrEqual(150);
  watch.end();
});
