import { hash, verify } from '@node-rs/argon2';

/**
 * Password hashing: argon2id with m=19 MiB, t=2, p=1 (the library's default, named here all the same),
 * off the event loop, a few at a time. The queue has a bound, so that a flood of sign-ins is refused
 * instead of eating the machine.
 */
export interface Passwords {
  /** @throws BusyError when the queue is full */
  hash(password: string): Promise<string>;
  /** Takes as long for `undefined` (nobody has that name) as for a real hash. @throws BusyError */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>;
}

export class BusyError extends Error {
  override readonly name = 'BusyError';
}

const ARGON2ID = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const;
/** libuv has four threads; the disk needs the others. */
const AT_ONCE = 2;
const WAITING_MAX = 64;

/** A hash of random bytes that are forgotten, with the same cost as a real one. */
const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$wG7Fp+Je8JYjrKCFUEitRg$37wlun+zm0RLRV/EmCtsPA/D14eU99mlZn8wEAw7GUE';

export function createPasswords(): Passwords {
  const waiting: (() => void)[] = [];
  let working = 0;

  async function turn<T>(work: () => Promise<T>): Promise<T> {
    if (working >= AT_ONCE) {
      if (waiting.length >= WAITING_MAX) throw new BusyError('Too many sign-ins at once.');
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      working++;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else working--;
    }
  }

  return {
    hash: (password) => turn(() => hash(password, ARGON2ID)),
    verify: (passwordHash, password) =>
      turn(async () => {
        const matches = await verify(passwordHash ?? NOBODY, password);
        return matches && passwordHash !== undefined;
      }),
  };
}
