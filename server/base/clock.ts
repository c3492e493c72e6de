import { performance } from 'node:perf_hooks';

/** The server's only source of time, made once in `node.ts`, so that tests can control it. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Monotonic milliseconds, for durations. */
  elapsed(): number;
  /** @returns true after `ms`, false as soon as the signal is aborted */
  sleep(ms: number, signal: AbortSignal): Promise<boolean>;
  /** Starts to measure delays of this process's event loop. The caller stops the watch. */
  watchDelay(): DelayWatch;
}

export interface DelayWatch {
  /** The longest event loop delay since the watch began. */
  worstMs(): number;
  stop(): void;
}

/** The clock of another instance may be ahead by so much. What is later was stored before this clock was set back: nobody waits for that. */
export const AHEAD_MAX_MS = 60_000;

const DELAY_CHECK_MS = 20;

function watchDelay(): DelayWatch {
  let last = performance.now();
  let worst = 0;
  const worstMs = () => Math.max(worst, performance.now() - last - DELAY_CHECK_MS);
  const timer = setInterval(() => {
    worst = worstMs();
    last = performance.now();
  }, DELAY_CHECK_MS);
  return { worstMs, stop: () => clearInterval(timer) };
}

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
  watchDelay,
  sleep,
});

/**
 * Runs `work` with a signal that is aborted with `reason` after `ms`, or with the outer signal. The
 * timer ends with the work.
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
  const timer = clock
    .sleep(limit.ms, done.signal)
    .then((slept) => slept && over.abort(limit.reason));
  try {
    return await work(over.signal);
  } finally {
    limit.signal.removeEventListener('abort', forwardAbort);
    done.abort(DONE);
    await timer;
  }
}

/** Without a reason of our own, each abort would create an error with its stack trace. */
const DONE = 'done';

/**
 * Runs a job every `intervalMs` (read before each wait), one run at a time, until the signal is aborted.
 * A run that takes longer than the interval is followed by the next at once.
 */
export async function every(
  clock: Clock,
  intervalMs: () => number,
  signal: AbortSignal,
  job: () => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    const started = clock.elapsed();
    await job();
    const left = intervalMs() - (clock.elapsed() - started);
    if (!(await clock.sleep(Math.max(0, left), signal))) return;
  }
}

/**
 * The same until it is closed, which waits for the run in progress.
 *
 * @param job must not reject; its signal is aborted when it is closed
 */
export function repeat(
  clock: Clock,
  intervalMs: number,
  job: (closing: AbortSignal) => Promise<void>,
): { close(): Promise<void> } {
  const closing = new AbortController();
  const { signal } = closing;
  const running = every(
    clock,
    () => intervalMs,
    signal,
    () => job(signal),
  );
  return {
    async close() {
      closing.abort();
      await running;
    },
  };
}
