import type { Clock } from '../../../server/mesh/clock.ts';

/** A clock that stands still until a test moves it. */
export interface HandClock extends Clock {
  /** Moves time and wakes whoever's time has come, in order. */
  advance(ms: number): void;
  /** How long this process was held up, as the code under test sees it. */
  delayMs: number;
  /** Resolves once exactly one sleeper wakes in exactly this many milliseconds. */
  sleeperOf(ms: number): Promise<void>;
}

interface Sleeper {
  readonly until: number;
  readonly wake: (slept: boolean) => void;
}

export function createHandClock(startMs = 1_800_000_000_000): HandClock {
  let time = 0;
  const sleepers = new Set<Sleeper>();
  const watchers = new Set<() => void>();

  function sleep(ms: number, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return Promise.resolve(false);
    if (ms <= 0) return Promise.resolve(true);
    return new Promise((resolve) => {
      const wake = (slept: boolean) => {
        sleepers.delete(sleeper);
        for (const look of watchers) look();
        signal.removeEventListener('abort', giveUp);
        resolve(slept);
      };
      const giveUp = () => wake(false);
      const sleeper = { until: time + ms, wake };
      signal.addEventListener('abort', giveUp);
      sleepers.add(sleeper);
      for (const look of watchers) look();
    });
  }

  const clock: HandClock = {
    delayMs: 0,
    now: () => startMs + time,
    elapsed: () => time,
    sleep,
    watchDelay: () => ({ worstMs: () => clock.delayMs, end: () => undefined }),
    advance(ms) {
      time += ms;
      const due = [...sleepers].filter(({ until }) => until <= time);
      for (const { wake } of due.sort((a, b) => a.until - b.until)) wake(true);
    },
    sleeperOf: (ms) =>
      new Promise((resolve) => {
        const look = () => {
          if ([...sleepers].filter(({ until }) => until === time + ms).length !== 1) return;
          watchers.delete(look);
          resolve();
        };
        watchers.add(look);
        look();
      }),
  };
  return clock;
}
