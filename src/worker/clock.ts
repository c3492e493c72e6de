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
