import { MINUTE_MS } from '../../../contract/limits.ts';
import { addressKey } from '../../limits/address-key.ts';
import type { Attempts, Limits } from '../../limits/limits.ts';

/** Guessing one account: ten free attempts as at Vaultwarden, then waits that grow to the 15 minutes of Keycloak. */
const GUESSES = {
  free: 10,
  firstWaitMs: 5 * MINUTE_MS,
  longestWaitMs: 15 * MINUTE_MS,
  forgetMs: 12 * 60 * MINUTE_MS,
  keysMax: 50_000,
};
/** Guessing one account from many addresses. It is high, because it locks its owner out of new devices. */
const PER_ACCOUNT = { max: 300, windowMs: 60 * MINUTE_MS, keysMax: 50_000 };
/** Guessing many accounts from one address. */
const PER_ADDRESS = { max: 100, windowMs: 60 * MINUTE_MS, keysMax: 50_000 };

/** Who tries to sign in to which account. */
export interface LoginAttempt {
  /** The folded username. */
  readonly account: string;
  readonly address: string;
  /** Id of the device, if this account has signed in on it before. */
  readonly knownDevice: string | undefined;
}

export type LoginAttempts = ReturnType<typeof createLoginAttempts>;

/**
 * Limits guessing so that nobody can lock the owner of an account out by guessing from elsewhere: waits are by account and
 * address together, and a device on which the account has signed in before has a counter of its own. All other devices
 * share the ceilings of the account and of their address.
 *
 * @param name of what is guessed
 */
export function createLoginAttempts(limits: Limits, name: string) {
  const byDevice = limits.backoff(`${name} by device`, GUESSES);
  const byPair = limits.backoff(`${name} by account and address`, GUESSES);
  const byAccount = limits.attempts(`${name} by account`, PER_ACCOUNT);
  const byAddress = limits.attempts(`${name} by address`, PER_ADDRESS);

  /** @returns the counters of an attempt with their keys */
  function countersOf({ account, address, knownDevice }: LoginAttempt): [Attempts, string][] {
    if (knownDevice !== undefined) return [[byDevice, knownDevice]];
    const from = addressKey(address);
    return [
      [byPair, `${from} ${account}`],
      [byAddress, from],
      [byAccount, account],
    ];
  }

  return {
    /** Counts one attempt. @throws BusyError for one too many */
    async count(attempt: LoginAttempt): Promise<void> {
      const counted: [Attempts, string][] = [];
      try {
        for (const [counter, key] of countersOf(attempt)) {
          await counter.count(key);
          counted.push([counter, key]);
        }
      } catch (error) {
        // Who is refused by one counter has guessed nothing, so the others do not count it.
        for (const [counter, key] of counted) await counter.refund(key);
        throw error;
      }
    },
    /** Takes back one attempt that was not judged. */
    async refund(attempt: LoginAttempt): Promise<void> {
      for (const [counter, key] of countersOf(attempt)) await counter.refund(key);
    },
    /** Forgets the guesses that a successful sign-in answers for. */
    async succeed(attempt: LoginAttempt): Promise<void> {
      const [own, ...shared] = countersOf(attempt);
      await own?.[0].reset(own[1]);
      for (const [counter, key] of shared) await counter.refund(key);
    },
  };
}

type Kind = 'code' | 'recovery';

/** NIST SP 800-63B section 3.2.2: at most 100 failures. A device that the account knows has a count of its own. */
const CODES_PER_DAY = { max: 100, windowMs: 24 * 60 * MINUTE_MS, keysMax: 50_000 };
const RECOVERY_PER_ADDRESS = { max: 100, windowMs: 60 * MINUTE_MS, keysMax: 50_000 };

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
