import { sleep } from '../shared/time.ts';

/**
 * The worker's only way to time. Tests bring their own and move it by hand.
 */
export interface Clock {
  /** This device's clock, epoch milliseconds. It may be wrong, and it may jump. */
  now(): number;
  /** Milliseconds that only go forward; for durations. May stand still while the device sleeps. */
  mono(): number;
  /** @returns true when the time has passed, false (at once) when the signal ended it */
  sleep(ms: number, signal: AbortSignal): Promise<boolean>;
}

export const deviceClock: Clock = {
  now: () => Date.now(),
  mono: () => performance.now(),
  sleep,
};

type Limited<T> =
  | { readonly end: 'done'; readonly value: T }
  | { readonly end: 'late' }
  | { readonly end: 'failed'; readonly error: unknown };

/**
 * Runs work that must end: within the limit, or when the outer signal says so. The work's own signal is aborted unless it
 * is done by then, so nothing is left over. Never rejects.
 */
export async function withLimit<T>(
  clock: Clock,
  limitMs: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<Limited<T>> {
  const over = new AbortController();
  const done = new AbortController();
  const stop = () => {
    over.abort();
    done.abort();
  };
  outer.addEventListener('abort', stop);
  if (outer.aborted) stop();
  const failed = (error: unknown): Limited<T> => ({ end: 'failed', error });
  const result = await Promise.race([
    work(over.signal).then((value): Limited<T> => ({ end: 'done', value }), failed),
    clock
      .sleep(limitMs, done.signal)
      .then((passed): Limited<T> => (passed ? { end: 'late' } : failed(new Error('given up')))),
  ]);
  outer.removeEventListener('abort', stop);
  // To abort a request whose answer was read whole would make it a failed one, where the browser has not closed it yet.
  if (result.end === 'done') done.abort();
  else stop();
  return result;
}
