import type { Clock } from './clock.ts';

export type AwakeTime = ReturnType<typeof createAwakeTime>;

export const TICK_MS = 1000;
/** More than that between two ticks is no delay: the machine slept, or the process was stopped. */
const TICK_MAX_MS = 5 * TICK_MS;

/** Monotonic time in which this process ran. Somebody has to ask for it each `TICK_MS`. */
export function createAwakeTime(clock: Pick<Clock, 'elapsed' | 'sleep'>) {
  let awake = 0;
  let seenAt = clock.elapsed();

  /** In milliseconds. */
  function elapsed(): number {
    const at = clock.elapsed();
    awake += Math.min(at - seenAt, TICK_MAX_MS);
    seenAt = at;
    return awake;
  }

  return {
    elapsed,
    /** Resolves when so much of it has passed, or the signal is aborted. */
    async pass(ms: number, signal: AbortSignal): Promise<void> {
      const end = elapsed() + ms;
      for (let left = ms; left > 0 && (await clock.sleep(left, signal)); ) left = end - elapsed();
    },
  };
}
