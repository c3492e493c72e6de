/** Too many are waiting for the same costly thing. */
export class BusyError extends Error {
  override readonly name = 'BusyError';

  constructor(
    message: string,
    readonly retryAfterSec: number,
  ) {
    super(message);
  }
}

const RETRY_AFTER_SEC = 5;

interface TurnsOptions {
  /** A sentence for whoever is sent away, without its full stop. */
  readonly busy: string;
  /** How many may wait beside the one that is at work. */
  readonly waitingMax: number;
}

/**
 * One at a time, a few waiting, the rest sent away.
 *
 * @returns runs the work when its turn comes. Rejects with BusyError when too many wait already.
 */
export function createTurns({ busy, waitingMax }: TurnsOptions) {
  let taken = 0;
  let last: Promise<unknown> = Promise.resolve();

  return function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (taken > waitingMax)
      return Promise.reject(
        new BusyError(`${busy}, and others wait for it; try again soon`, RETRY_AFTER_SEC),
      );
    taken += 1;
    const mine = last.then(work).finally(() => {
      taken -= 1;
    });
    last = mine.catch(() => undefined);
    return mine;
  };
}
