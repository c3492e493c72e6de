import { expect, test } from 'vitest';
import { createSecondStepLimits } from '../../../server/accounts/second-step-limits.ts';

const MINUTE_MS = 60_000;
const attempt = (knownDevice?: string) => ({ account: 'ada', address: '10.0.0.1', knownDevice });

/** Guesses every minute for a day. @returns how many were allowed */
function guessForADay(limits: ReturnType<typeof createSecondStepLimits>, clock: { at: number }) {
  let allowed = 0;
  for (let i = 0; i < 24 * 60 - 1; i++) {
    clock.at += MINUTE_MS;
    try {
      limits.count('code', { ...attempt(), address: `10.0.${i >> 8}.${i & 255}` });
      allowed++;
    } catch {
      // One too many.
    }
  }
  return allowed;
}

test('a hundred codes of an account may be guessed in a day, from however many addresses', () => {
  const clock = { at: 0 };
  const limits = createSecondStepLimits(() => clock.at);
  expect(guessForADay(limits, clock)).toBe(100);
  expect(() => limits.count('code', attempt())).toThrow('Too many attempts');
  // The owner has a device that the account knows, and recovery codes.
  limits.count('code', attempt('tablet'));
  limits.count('recovery', attempt());
});

test('a right code begins the count anew', () => {
  const clock = { at: 0 };
  const limits = createSecondStepLimits(() => clock.at);
  for (let i = 0; i < 9; i++) limits.count('code', attempt());
  limits.count('code', attempt());
  limits.succeed('code', attempt());
  for (let i = 0; i < 10; i++) limits.count('code', attempt());
  expect(() => limits.count('code', attempt())).toThrow('Too many attempts');
});
