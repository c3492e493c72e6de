import { performance } from 'node:perf_hooks';

/** The server's only source of time, made once in `node.ts`, so that tests can control it. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Monotonic milliseconds, for durations. */
  elapsed(): number;
  /** @returns true after `ms`, false as soon as the signal is aborted */
  sleep(ms: number, signal: AbortSignal): Promise<boolean>;
}

/** The clock of another instance may be ahead by so much. What is later was stored before this clock was set back: nobody waits for that. */
export const AHEAD_MAX_MS = 60_000;

/** @returns whether a stored time (epoch milliseconds) is less than `ms` ago. One that is ahead of all clocks is of before this clock was set back */
export const isWithinLast = (ms: number, at: number, now: number): boolean =>
  now - at < ms && at <= now + AHEAD_MAX_MS;

function sleep(ms: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(false);
    const finish = (slept: boolean) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      resolve(slept);
    };
    const onAbort = () => finish(false);
    const timer = setTimeout(finish, ms, true);
    signal.addEventListener('abort', onAbort);
  });
}

/** @param now epoch milliseconds */
export const createClock = (now: () => number = Date.now): Clock => ({
  now,
  elapsed: () => performance.now(),
  sleep,
});

/**
 * Runs `work` with a signal that is aborted with `reason` after `ms`, or with the outer signal. After `ms` it settles
 * whatever the work does. The timer ends with the work.
 */
export async function within<T>(
  clock: Clock,
  limit: { readonly ms: number; readonly reason: Error; readonly signal: AbortSignal },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const done = new AbortController();
  const over = new AbortController();
  const forwardAbort = () => over.abort(limit.signal.reason);
  if (limit.signal.aborted) forwardAbort();
  limit.signal.addEventListener('abort', forwardAbort);
  const overdue = new Promise<never>((_, reject) => {
    void clock.sleep(limit.ms, done.signal).then((slept) => {
      if (!slept) return;
      over.abort(limit.reason);
      // After what the work says of it.
      setImmediate(reject, limit.reason);
    });
  });
  try {
    return await Promise.race([work(over.signal), overdue]);
  } finally {
    limit.signal.removeEventListener('abort', forwardAbort);
    done.abort(DONE);
  }
}

/** Without a reason of our own, each abort would create an error with its stack trace. */
const DONE = 'done';
