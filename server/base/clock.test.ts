import { describe, expect, test } from 'vitest';
import { createManualClock } from '../../tests/server/manual-clock.ts';
import { createClock, within } from './clock.ts';

const FOREVER = new AbortController().signal;

describe('a time limit', () => {
  const limit = { ms: 1000, reason: new Error('too late'), signal: FOREVER };

  test('returns the result of work that is done in time', async () => {
    expect(await within(createManualClock(), limit, async () => 'done')).toBe('done');
  });

  test('ends for work that never does', async () => {
    const clock = createManualClock();
    const work = within(clock, limit, () => new Promise(() => undefined));
    clock.advance(1000);
    await expect(work).rejects.toThrow('too late');
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
