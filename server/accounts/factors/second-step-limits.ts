import { addressKey } from '../../limits/address-key.ts';
import type { Limits } from '../../limits/limits.ts';
import { createLoginAttempts, type LoginAttempt } from './login-attempts.ts';

type Kind = 'code' | 'recovery';

const HOUR_MS = 60 * 60_000;
/** NIST SP 800-63B section 3.2.2: at most 100 failures. A device that the account knows has a count of its own. */
const CODES_PER_DAY = { max: 100, windowMs: 24 * HOUR_MS, keysMax: 50_000 };
const RECOVERY_PER_ADDRESS = { max: 100, windowMs: HOUR_MS, keysMax: 50_000 };

/**
 * Limits guessing of the second step, by whoever knows the password already. Codes of six digits are few: beside the limit
 * of logins there is one for a day. Recovery codes are too many to guess, so that only addresses are counted: nobody can
 * lock out an owner who has lost their device.
 */
export function createSecondStepLimits(limits: Limits) {
  const codes = createLoginAttempts(limits, 'code');
  const codesOfDay = limits.attempts('code of the day', CODES_PER_DAY);
  const recovery = limits.attempts('recovery code by address', RECOVERY_PER_ADDRESS);
  const dayKey = ({ knownDevice, account }: LoginAttempt) => knownDevice ?? account;

  return {
    /** Counts one answer. @throws BusyError for one too many */
    async count(kind: Kind, attempt: LoginAttempt): Promise<void> {
      if (kind === 'recovery') return recovery.count(addressKey(attempt.address));
      await codes.count(attempt);
      await codesOfDay.count(dayKey(attempt));
    },
    /** Forgets the guesses that a right answer answers for. */
    async succeed(kind: Kind, attempt: LoginAttempt): Promise<void> {
      if (kind === 'recovery') return recovery.refund(addressKey(attempt.address));
      await codes.succeed(attempt);
      await codesOfDay.reset(dayKey(attempt));
    },
  };
}
