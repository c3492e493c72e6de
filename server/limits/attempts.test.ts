import { expect, test } from 'vitest';
import { openLimits, openOneLimits } from '../../tests/server/accounts/limits-rig.ts';
import { BusyError } from '../base/http-error.ts';

async function setup(limits: { max?: number; keysMax?: number } = {}) {
  const clock = { now: 0 };
  const attempts = (await openOneLimits(() => clock.now)).attempts('test', {
    max: 3,
    windowMs: 10_000,
    keysMax: 100,
    ...limits,
  });
  /** @returns seconds to wait; 0 when the attempt was allowed */
  async function waitAfter(key: string): Promise<number> {
    try {
      await attempts.count(key);
      return 0;
    } catch (error) {
      if (!(error instanceof BusyError)) throw error;
      return error.retryAfterSec;
    }
  }
  return { clock, attempts, waitAfter };
}

test('the count slides: each attempt is forgotten a window after it was made', async () => {
  const { clock, waitAfter } = await setup();
  for (const at of [0, 4000, 8000]) {
    clock.now = at;
    expect(await waitAfter('ada')).toBe(0);
  }
  expect(await waitAfter('ada')).toBe(2);
  clock.now = 10_001;
  expect(await waitAfter('ada')).toBe(0);
  expect(await waitAfter('ada')).toBe(4);
});

test('the attempts of one key do not count for another', async () => {
  const { waitAfter } = await setup({ max: 1 });
  expect(await waitAfter('ada')).toBe(0);
  expect(await waitAfter('grace')).toBe(0);
  expect(await waitAfter('ada')).toBeGreaterThan(0);
});

test('one attempt can be refunded, or all of them', async () => {
  const { attempts, waitAfter } = await setup({ max: 2 });
  await attempts.count('ada');
  await attempts.count('ada');
  await attempts.refund('ada');
  expect(await waitAfter('ada')).toBe(0);
  await attempts.reset('ada');
  expect([await waitAfter('ada'), await waitAfter('ada')]).toEqual([0, 0]);
});

test('the number of keys is bounded; the one that was quiet longest goes first', async () => {
  const { clock, attempts, waitAfter } = await setup({ max: 1, keysMax: 2 });
  for (const key of ['one', 'two', 'three']) {
    clock.now += 1;
    await attempts.count(key);
  }
  expect(await waitAfter('three')).toBeGreaterThan(0);
  expect(await waitAfter('two')).toBeGreaterThan(0);
  expect(await waitAfter('one')).toBe(0);
});

test('attempts that are made at once, at several instances, are counted one by one', async () => {
  const all = await openLimits(() => 0, 3);
  const counters = all.map((limits) =>
    limits.attempts('test', { max: 10, windowMs: 10_000, keysMax: 100 }),
  );
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, () => counters.map((attempts) => attempts.count('ada'))).flat(),
  );
  const allowed = outcomes.filter(({ status }) => status === 'fulfilled');
  expect(allowed).toHaveLength(10);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ status: 429 });
});

test('a limit knows nothing of another', async () => {
  const limits = await openOneLimits(() => 0);
  const counter = (name: string) =>
    limits.attempts(name, { max: 1, windowMs: 10_000, keysMax: 100 });
  await counter('one').count('ada');
  await expect(counter('two').count('ada')).resolves.toBeUndefined();
});
