import { expect, test } from 'vitest';
import { createLimits, memoryTimes } from '../../../server/accounts/limits.ts';
import { BusyError } from '../../../server/busy-error.ts';

function setup(limits: { max?: number; keysMax?: number } = {}) {
  const clock = { now: 0 };
  const attempts = createLimits(() => clock.now, memoryTimes).attempts('test', {
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
  const { clock, waitAfter } = setup();
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
  const { waitAfter } = setup({ max: 1 });
  expect(await waitAfter('ada')).toBe(0);
  expect(await waitAfter('grace')).toBe(0);
  expect(await waitAfter('ada')).toBeGreaterThan(0);
});

test('one attempt can be refunded, or all of them', async () => {
  const { attempts, waitAfter } = setup({ max: 2 });
  await attempts.count('ada');
  await attempts.count('ada');
  await attempts.refund('ada');
  expect(await waitAfter('ada')).toBe(0);
  await attempts.reset('ada');
  expect([await waitAfter('ada'), await waitAfter('ada')]).toEqual([0, 0]);
});

test('the number of keys is bounded; the one that was quiet longest goes first', async () => {
  const { attempts, waitAfter } = setup({ max: 1, keysMax: 2 });
  for (const key of ['one', 'two', 'three']) await attempts.count(key);
  expect(await waitAfter('three')).toBeGreaterThan(0);
  expect(await waitAfter('two')).toBeGreaterThan(0);
  expect(await waitAfter('one')).toBe(0);
});
