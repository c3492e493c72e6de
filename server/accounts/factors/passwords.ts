import { createHash } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import PQueue from 'p-queue';
import { BusyError } from '../../base/http-error.ts';
import commonPasswords from './common-passwords.json' with { type: 'json' };

/**
 * Password hashing: argon2id with m=19 MiB, t=2, p=1 (the library's default, named here all the same), off the
 * event loop, a few at a time. The queue is bounded, so that a flood of sign-ins is refused and does not use up
 * the machine.
 */
export interface Passwords {
  /** @throws BusyError when the queue is full */
  hash(password: string): Promise<string>;
  /** Takes as long for `undefined` (no account has that name) as for a real hash. @throws BusyError */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>;
}

const ARGON2ID = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
/** libuv has four threads; the disk needs the others. */
const CONCURRENCY = 2;
const WAITING_MAX = 64;
const RETRY_AFTER_SEC = 2;

/** A hash of random bytes that nobody knows, with the same cost as a real one. */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$wG7Fp+Je8JYjrKCFUEitRg$37wlun+zm0RLRV/EmCtsPA/D14eU99mlZn8wEAw7GUE';

export function createPasswords(cost = ARGON2ID): Passwords {
  const queue = new PQueue({ concurrency: CONCURRENCY });

  function enqueue<T>(work: () => Promise<T>): Promise<T> {
    if (queue.pending >= CONCURRENCY && queue.size >= WAITING_MAX)
      return Promise.reject(new BusyError('Too many sign-ins at once.', 503, RETRY_AFTER_SEC));
    return queue.add(work);
  }

  return {
    hash: (password) => enqueue(() => hash(password, cost)),
    verify: (passwordHash, password) =>
      enqueue(async () => {
        const matches = await verify(passwordHash ?? DUMMY_HASH, password);
        return matches && passwordHash !== undefined;
      }),
  };
}

/**
 * The 3,000 most common passwords that are long enough to be chosen here (ASVS 6.2.4), each as the first six
 * bytes of its SHA-256, so that nobody has to read them. They were counted by the zxcvbn-ts project
 * (language-common 4.1.3: the first 3,000 of at least eight characters, in lower case).
 */
const DIGEST_BYTES = 6;
const DIGESTS = Buffer.from(commonPasswords.join(''), 'base64');

const common = new Set(
  Array.from({ length: DIGESTS.length / DIGEST_BYTES }, (_, place) =>
    DIGESTS.readUIntBE(place * DIGEST_BYTES, DIGEST_BYTES),
  ),
);

/** @returns whether it is one of the first that a guesser tries, whatever its capitals */
export function isCommonPassword(password: string): boolean {
  const digest = createHash('sha256').update(password.toLowerCase()).digest();
  return common.has(digest.readUIntBE(0, DIGEST_BYTES));
}
