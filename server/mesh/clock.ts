import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';

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

export function createClock(now: () => number): Clock {
  return {
    now,
    elapsed: () => performance.now(),
    watchDelay,
    sleep: async (ms, signal) => {
      try {
        await wait(ms, undefined, { signal });
        return true;
      } catch (error) {
        if (signal.aborted) return false;
        throw error;
      }
    },
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
  const late = new AbortController();
  const timer = clock
    .sleep(limit.ms, AbortSignal.any([done.signal, limit.signal]))
    .then((slept) => slept && late.abort(limit.reason));
  try {
    return await work(AbortSignal.any([late.signal, limit.signal]));
  } finally {
    done.abort();
    await timer;
  }
}

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
