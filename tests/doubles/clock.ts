import type { Clock } from '../../src/worker/clock.ts';

/** A clock that a test moves by hand. */
export interface HandClock extends Clock {
  /** Moves time, waking sleepers in order and letting what they started run in between. */
  advance(ms: number): Promise<void>;
  /** The device sleeps: time passes, and what was due comes late, all at once. */
  sleepDevice(ms: number): Promise<void>;
  /** Sets the device's clock without time passing. */
  setNow(now: number): void;
  /** How many sleepers there are: what a torn-down worker must not leave behind. */
  sleepers(): number;
}

interface Sleeper {
  readonly dueAt: number;
  readonly wake: (passed: boolean) => void;
}

export function createHandClock(start = 1_800_000_000_000): HandClock {
  const sleepers = new Set<Sleeper>();
  let mono = 0;
  let offset = start;

  async function wakeDue(until: number, move: boolean): Promise<void> {
    for (;;) {
      await flushPromises();
      const next = [...sleepers].sort((a, b) => a.dueAt - b.dueAt)[0];
      if (next === undefined || next.dueAt > until) return;
      if (move) mono = Math.max(mono, next.dueAt);
      sleepers.delete(next);
      next.wake(true);
    }
  }

  return {
    now: () => mono + offset,
    mono: () => mono,
    sleep(ms, signal) {
      if (signal.aborted) return Promise.resolve(false);
      return new Promise((resolve) => {
        const stop = () => {
          sleepers.delete(sleeper);
          resolve(false);
        };
        const sleeper: Sleeper = {
          dueAt: mono + ms,
          wake: (passed) => {
            signal.removeEventListener('abort', stop);
            resolve(passed);
          },
        };
        sleepers.add(sleeper);
        signal.addEventListener('abort', stop, { once: true });
      });
    },
    async advance(ms) {
      const until = mono + ms;
      await wakeDue(until, true);
      mono = until;
      await flushPromises();
    },
    async sleepDevice(ms) {
      mono += ms;
      await wakeDue(mono, false);
    },
    setNow(now) {
      offset = now - mono;
    },
    sleepers: () => sleepers.size,
  };
}

/** Lets pending promise callbacks run. */
export function flushPromises(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
