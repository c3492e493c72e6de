import { hash, verify } from '@node-rs/argon2';
import PQueue from 'p-queue';
import { BusyError } from '../busy-error.ts';

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

const ARGON2ID = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const;
/** libuv has four threads; the disk needs the others. */
const CONCURRENCY = 2;
const WAITING_MAX = 64;
const RETRY_AFTER_SEC = 2;

/** A hash of random bytes that nobody knows, with the same cost as a real one. */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$wG7Fp+Je8JYjrKCFUEitRg$37wlun+zm0RLRV/EmCtsPA/D14eU99mlZn8wEAw7GUE';

export function createPasswords(): Passwords {
  const queue = new PQueue({ concurrency: CONCURRENCY });

  function enqueue<T>(work: () => Promise<T>): Promise<T> {
    if (queue.pending >= CONCURRENCY && queue.size >= WAITING_MAX)
      return Promise.reject(new BusyError('Too many sign-ins at once.', 503, RETRY_AFTER_SEC));
    return queue.add(work);
  }

  return {
    hash: (password) => enqueue(() => hash(password, ARGON2ID)),
    verify: (passwordHash, password) =>
      enqueue(async () => {
        const matches = await verify(passwordHash ?? DUMMY_HASH, password);
        return matches && passwordHash !== undefined;
      }),
  };
}
