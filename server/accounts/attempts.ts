import { isIPv6 } from 'node:net';
import { BusyError } from '../busy-error.ts';

/**
 * A sliding count of attempts by key (an account's name, an address), bounded in keys. An attempt is counted before
 * its outcome is known, so that a thousand at once cannot slip through together; a successful one is refunded.
 */
interface Attempts {
  /** Counts one attempt. @throws BusyError, with the seconds until the next is allowed, for one too many */
  count(key: string): void;
  /** Takes back one attempt. */
  refund(key: string): void;
  /** Takes back all attempts of this key. */
  reset(key: string): void;
}

interface AttemptLimits {
  readonly max: number;
  readonly windowMs: number;
  /** Keys that are remembered; the one that was quiet longest goes first. */
  readonly keysMax: number;
}

export function createAttempts(options: AttemptLimits & { now: () => number }): Attempts {
  const { max, windowMs, keysMax, now } = options;
  const timesByKey = new Map<string, number[]>();

  function recentTimes(key: string): number[] {
    const since = now() - windowMs;
    return (timesByKey.get(key) ?? []).filter((at) => at > since);
  }

  function store(key: string, times: number[]): void {
    timesByKey.delete(key);
    if (times.length > 0) timesByKey.set(key, times);
    const [oldest] = timesByKey.keys();
    if (timesByKey.size > keysMax && oldest !== undefined) timesByKey.delete(oldest);
  }

  return {
    count(key) {
      const times = recentTimes(key);
      const [first] = times;
      if (times.length >= max && first !== undefined) {
        const waitMs = first + windowMs - now();
        throw new BusyError(
          'Too many attempts. Please wait a little.',
          429,
          Math.ceil(waitMs / 1000),
        );
      }
      store(key, [...times, now()]);
    },
    refund: (key) => store(key, recentTimes(key).slice(0, -1)),
    reset: (key) => timesByKey.delete(key),
  };
}

const MINUTE_MS = 60_000;
/** Guessing one account: between Grafana's 5 in 5 minutes and Vaultwarden's burst of 10. */
const PER_ACCOUNT = { max: 10, windowMs: 5 * MINUTE_MS, keysMax: 50_000 };
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

/**
 * Limits guessing. A device on which the account has signed in before has a counter of its own, so that nobody can
 * lock the owner out by guessing from elsewhere; all other devices share the counters of account and address.
 */
export interface LoginAttempts {
  /** Counts one attempt. @throws BusyError for one too many */
  count(attempt: LoginAttempt): void;
  /** Takes back one attempt that was not judged. */
  refund(attempt: LoginAttempt): void;
  /** Forgets the guesses that a successful sign-in answers for. */
  succeed(attempt: LoginAttempt): void;
}

export function createLoginAttempts(now: () => number): LoginAttempts {
  const byAccount = createAttempts({ ...PER_ACCOUNT, now });
  const byDevice = createAttempts({ ...PER_ACCOUNT, now });
  const byAddress = createAttempts({ ...PER_ADDRESS, now });

  function refund({ account, address, knownDevice }: LoginAttempt): void {
    if (knownDevice !== undefined) {
      byDevice.refund(knownDevice);
    } else {
      byAddress.refund(addressKey(address));
      byAccount.refund(account);
    }
  }

  return {
    count({ account, address, knownDevice }) {
      if (knownDevice !== undefined) {
        byDevice.count(knownDevice);
      } else {
        byAddress.count(addressKey(address));
        byAccount.count(account);
      }
    },
    refund,
    succeed(attempt) {
      refund(attempt);
      if (attempt.knownDevice !== undefined) byDevice.reset(attempt.knownDevice);
      else byAccount.reset(attempt.account);
    },
  };
}

/**
 * @param address of a client, as Fastify reports it
 * @returns what attempts are counted by: the IPv4 address, or the /64 network of an IPv6 address, whose owner can use
 *   any address in it
 */
export function addressKey(address: string): string {
  const [plain = ''] = address.split('%');
  const mapped = /^::ffff:(?<v4>\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.groups?.v4;
  if (mapped !== undefined) return mapped;
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const before = groupsOf(head);
  const missing = tail === undefined ? 0 : 8 - before.length - groupsOf(tail).length;
  const zeros = Array.from({ length: missing }, () => 0);
  return `${[...before, ...zeros, ...groupsOf(tail ?? '')]
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** A dotted IPv4 part at the end stands for two groups. */
function groupsOf(part: string): number[] {
  if (part === '') return [];
  return part
    .split(':')
    .flatMap((group) => (group.includes('.') ? [0, 0] : [Number.parseInt(group, 16)]));
}
