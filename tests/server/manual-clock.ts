import type { Clock } from '../../server/base/clock.ts';

/** A clock that stands still until a test moves it. */
export interface ManualClock extends Clock {
  /** Moves time and wakes the sleepers that are due, in order. */
  advance(ms: number): void;
  /** Resolves when exactly one sleeper is due in exactly this many milliseconds. */
  sleeperOf(ms: number): Promise<void>;
}

interface Sleeper {
  readonly until: number;
  readonly wake: (slept: boolean) => void;
}

export function createManualClock(startMs = 1_800_000_000_000): ManualClock {
  let time = 0;
  const sleepers = new Set<Sleeper>();
  const watchers = new Set<() => void>();

  function sleep(ms: number, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return Promise.resolve(false);
    if (ms <= 0) return Promise.resolve(true);
    return new Promise((resolve) => {
      const wake = (slept: boolean) => {
        sleepers.delete(sleeper);
        for (const check of watchers) check();
        signal.removeEventListener('abort', onAbort);
        resolve(slept);
      };
      const onAbort = () => wake(false);
      const sleeper = { until: time + ms, wake };
      signal.addEventListener('abort', onAbort);
      sleepers.add(sleeper);
      for (const check of watchers) check();
    });
  }

  return {
    now: () => startMs + time,
    elapsed: () => time,
    sleep,
    advance(ms) {
      time += ms;
      const due = [...sleepers].filter(({ until }) => until <= time);
      for (const { wake } of due.sort((a, b) => a.until - b.until)) wake(true);
    },
    sleeperOf: (ms) =>
      new Promise((resolve) => {
        const check = () => {
          if ([...sleepers].filter(({ until }) => until === time + ms).length !== 1) return;
          watchers.delete(check);
          resolve();
        };
        watchers.add(check);
        check();
      }),
  };
}
