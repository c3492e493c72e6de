import { expect, test } from 'vitest';
import { createAttempts } from '../../../server/accounts/attempts.ts';

function setup(limits: { max?: number; keysMax?: number } = {}) {
  const clock = { now: 0 };
  const attempts = createAttempts({
    max: 3,
    windowMs: 1000,
    keysMax: 100,
    ...limits,
    now: () => clock.now,
  });
  return { clock, attempts };
}

test('the count slides: each try is forgotten a window after it was made', () => {
  const { clock, attempts } = setup();
  for (const at of [0, 400, 800]) {
    clock.now = at;
    expect(attempts.take('ada')).toBe(0);
  }
  expect(attempts.take('ada')).toBe(200);
  clock.now = 1001;
  expect(attempts.take('ada')).toBe(0);
  expect(attempts.take('ada')).toBe(399);
});

test('one key’s tries are nothing to another’s', () => {
  const { attempts } = setup({ max: 1 });
  expect(attempts.take('ada')).toBe(0);
  expect(attempts.take('grace')).toBe(0);
  expect(attempts.take('ada')).toBeGreaterThan(0);
});

test('a good outcome gives its try back, or all of them', () => {
  const { attempts } = setup({ max: 2 });
  attempts.take('ada');
  attempts.take('ada');
  attempts.giveBack('ada');
  expect(attempts.take('ada')).toBe(0);
  attempts.forgive('ada');
  expect([attempts.take('ada'), attempts.take('ada')]).toEqual([0, 0]);
});

test('the number of keys is bounded; the one that was quiet longest goes first', () => {
  const { attempts } = setup({ max: 1, keysMax: 2 });
  for (const key of ['one', 'two', 'three']) attempts.take(key);
  expect(attempts.take('three')).toBeGreaterThan(0);
  expect(attempts.take('two')).toBeGreaterThan(0);
  expect(attempts.take('one')).toBe(0);
});
