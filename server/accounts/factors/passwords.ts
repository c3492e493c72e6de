import { createHash } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import PQueue from 'p-queue';
import { BusyError } from '../../base/http-error.ts';
import commonPasswords from './common-passwords.json' with { type: 'json' };

/** argon2id, off the event loop. The queue is bounded: a flood of sign-ins is refused. */
export interface Passwords {
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
 * The 3,000 most common passwords of at least eight characters (ASVS 6.2.4) by zxcvbn-ts (language-common 4.1.3), each as
 * the first bytes of its SHA-256, so that nobody has to read them.
 */
const DIGEST_BYTES = 6;
const DIGESTS = Buffer.from(commonPasswords.join(''), 'base64');

const common = new Set(
  Array.from({ length: DIGESTS.length / DIGEST_BYTES }, (_, place) =>
    DIGESTS.readUIntBE(place * DIGEST_BYTES, DIGEST_BYTES),
  ),
);

export function isCommonPassword(password: string): boolean {
  const digest = createHash('sha256').update(password.toLowerCase()).digest();
  return common.has(digest.readUIntBE(0, DIGEST_BYTES));
}
