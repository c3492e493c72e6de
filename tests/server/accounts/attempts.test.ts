import { expect, test } from 'vitest';
import { createAttempts } from '../../../server/accounts/attempts.ts';
import { BusyError } from '../../../server/busy-error.ts';

function setup(limits: { max?: number; keysMax?: number } = {}) {
  const clock = { now: 0 };
  const attempts = createAttempts({
    max: 3,
    windowMs: 10_000,
    keysMax: 100,
    ...limits,
    now: () => clock.now,
  });
  /** @returns seconds to wait; 0 when the attempt was allowed */
  function waitAfter(key: string): number {
    try {
      attempts.count(key);
      return 0;
    } catch (error) {
      if (!(error instanceof BusyError)) throw error;
      return error.retryAfterSec;
    }
  }
  return { clock, attempts, waitAfter };
}

test('the count slides: each attempt is forgotten a window after it was made', () => {
  const { clock, waitAfter } = setup();
  for (const at of [0, 4000, 8000]) {
    clock.now = at;
    expect(waitAfter('ada')).toBe(0);
  }
  expect(waitAfter('ada')).toBe(2);
  clock.now = 10_001;
  expect(waitAfter('ada')).toBe(0);
  expect(waitAfter('ada')).toBe(4);
});

test('the attempts of one key do not count for another', () => {
  const { waitAfter } = setup({ max: 1 });
  expect(waitAfter('ada')).toBe(0);
  expect(waitAfter('grace')).toBe(0);
  expect(waitAfter('ada')).toBeGreaterThan(0);
});

test('one attempt can be refunded, or all of them', () => {
  const { attempts, waitAfter } = setup({ max: 2 });
  attempts.count('ada');
  attempts.count('ada');
  attempts.refund('ada');
  expect(waitAfter('ada')).toBe(0);
  attempts.reset('ada');
  expect([waitAfter('ada'), waitAfter('ada')]).toEqual([0, 0]);
});

test('the number of keys is bounded; the one that was quiet longest goes first', () => {
  const { attempts, waitAfter } = setup({ max: 1, keysMax: 2 });
  for (const key of ['one', 'two', 'three']) attempts.count(key);
  expect(waitAfter('three')).toBeGreaterThan(0);
  expect(waitAfter('two')).toBeGreaterThan(0);
  expect(waitAfter('one')).toBe(0);
});
