import { performance } from 'node:perf_hooks';

/** The mesh's one door to time, so that a test moves it by hand. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Monotonic milliseconds: what durations are measured with. */
  elapsed(): number;
  /** @returns true after `ms`, false as soon as the signal is aborted */
  sleep(ms: number, signal: AbortSignal): Promise<boolean>;
  /** Watches how long this process itself is held up; whoever starts a watch ends it. */
  watchDelay(): DelayWatch;
}

export interface DelayWatch {
  /** The longest that anything in this process had to wait for its turn since the watch began. */
  worstMs(): number;
  end(): void;
}

/** How often the process is asked for its turn while it is watched. */
const DELAY_CHECK_MS = 20;

function watchDelay(): DelayWatch {
  let last = performance.now();
  let worst = 0;
  const look = () => Math.max(worst, performance.now() - last - DELAY_CHECK_MS);
  const timer = setInterval(() => {
    worst = look();
    last = performance.now();
  }, DELAY_CHECK_MS);
  return { worstMs: look, end: () => clearInterval(timer) };
}

function sleep(ms: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(false);
    const wake = (slept: boolean) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', disturbed);
      resolve(slept);
    };
    const disturbed = () => wake(false);
    const timer = setTimeout(wake, ms, true);
    signal.addEventListener('abort', disturbed);
  });
}

export function createClock(now: () => number): Clock {
  return {
    now,
    elapsed: () => performance.now(),
    watchDelay,
    sleep,
  };
}

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
  const passOn = () => over.abort(limit.signal.reason);
  if (limit.signal.aborted) passOn();
  limit.signal.addEventListener('abort', passOn);
  const timer = clock
    .sleep(limit.ms, done.signal)
    .then((slept) => slept && over.abort(limit.reason));
  try {
    return await work(over.signal);
  } finally {
    limit.signal.removeEventListener('abort', passOn);
    done.abort(DONE);
    await timer;
  }
}

/** Said to nobody; without it each end would make an error of its own, with its trace. */
const DONE = 'done';

/**
 * A repeating job: one loop, one turn at a time, started every `intervalMs` (read anew each turn) and
 * ended by the signal. A turn that takes longer than the interval is followed by the next at once.
 */
export async function every(
  clock: Clock,
  intervalMs: () => number,
  signal: AbortSignal,
  turn: () => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    const started = clock.elapsed();
    await turn();
    const left = intervalMs() - (clock.elapsed() - started);
    if (!(await clock.sleep(Math.max(0, left), signal))) return;
  }
}
