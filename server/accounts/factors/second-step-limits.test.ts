import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../../contract/limits.ts';
import { openOneLimits } from '../../../tests/server/accounts/limits-rig.ts';
import { createSecondStepLimits } from './login-attempts.ts';

const attempt = (knownDevice?: string) => ({ account: 'ada', address: '10.0.0.1', knownDevice });

/** Guesses every five minutes for a day. @returns how many were allowed */
async function guessForADay(
  limits: ReturnType<typeof createSecondStepLimits>,
  clock: { at: number },
) {
  let allowed = 0;
  for (let i = 0; i < 24 * 12 - 1; i++) {
    clock.at += 5 * MINUTE_MS;
    try {
      await limits.count('code', { ...attempt(), address: `10.0.${i >> 8}.${i & 255}` });
      allowed++;
    } catch {
      // One too many.
    }
  }
  return allowed;
}

test('a hundred codes of an account may be guessed in a day, from however many addresses', async () => {
  const clock = { at: 0 };
  const limits = createSecondStepLimits(await openOneLimits(() => clock.at));
  expect(await guessForADay(limits, clock)).toBe(100);
  await expect(limits.count('code', attempt())).rejects.toThrow('Too many attempts');
  // The owner has a device that the account knows, and recovery codes.
  await limits.count('code', attempt('tablet'));
  await limits.count('recovery', attempt());
});

test('a right code begins the count anew', async () => {
  const clock = { at: 0 };
  const limits = createSecondStepLimits(await openOneLimits(() => clock.at));
  for (let i = 0; i < 9; i++) await limits.count('code', attempt());
  await limits.count('code', attempt());
  await limits.succeed('code', attempt());
  for (let i = 0; i < 10; i++) await limits.count('code', attempt());
  await expect(limits.count('code', attempt())).rejects.toThrow('Too many attempts');
});
