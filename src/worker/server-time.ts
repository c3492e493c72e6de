import { createSubscribable } from '../shared/subscribable.ts';
import type { Clock } from './clock.ts';

/** Of a new measurement that is near the old ones. */
const WEIGHT = 0.2;
/** Further off than this, and than the round trip explains: the device's clock was set. */
const JUMP_MS = 1000;
/** A slower answer says too little; the device may have slept in between. */
const ROUND_TRIP_MAX_MS = 5000;
const REPORT_MS = 50;

export type ServerTime = ReturnType<typeof createServerTime>;

/**
 * Server time on a device whose clock may be wrong: the device's clock plus a smoothed skew.
 *
 * An answer gives the server's time to within half its round trip. A message that came by itself may have
 * waited anywhere, so it can only show that the server is further ahead than was thought.
 */
export function createServerTime(clock: Clock) {
  const changes = createSubscribable();
  let skew: number | undefined;
  /** Nothing has been measured since the start: the clock may have been set meanwhile. */
  let isRemembered = false;
  let reported = 0;
  /** Server time minus `clock.mono()`. */
  let steady: number | undefined;

  function set(next: number): void {
    skew = next;
    isRemembered = false;
    if (Math.abs(next - reported) < REPORT_MS) return;
    reported = next;
    changes.emit();
  }

  return {
    /** Server time, epoch milliseconds. */
    now: () => clock.now() + (skew ?? 0),
    /**
     * Server time by its last answer and a clock that nobody sets; behind where the device slept since, never ahead.
     *
     * @returns undefined before an answer has said it
     */
    steadyNow: () => steady && clock.mono() + steady,
    /** Server time minus this device's clock, milliseconds. */
    skewMs: () => Math.round(skew ?? 0),
    /** @param at server time as it answered; the others by this device's clock */
    answered(at: number, askedAt: number, answeredAt: number): void {
      const roundTrip = answeredAt - askedAt;
      if (roundTrip < 0 || roundTrip > ROUND_TRIP_MAX_MS) return;
      steady = at + roundTrip / 2 - clock.mono();
      const measured = at - (askedAt + answeredAt) / 2;
      const jumped =
        skew === undefined || isRemembered || Math.abs(measured - skew) > JUMP_MS + roundTrip;
      set(jumped ? measured : (skew ?? measured) * (1 - WEIGHT) + measured * WEIGHT);
    },
    /** @param at server time as a message was sent that arrives now */
    received(at: number): void {
      const least = at - clock.now();
      if (skew === undefined || isRemembered || least > skew) set(least);
    },
    /** What was measured before this start counts until it is measured again: offline there is nothing better. */
    remember(before: number): void {
      if (skew !== undefined) return;
      set(before);
      isRemembered = true;
    },
    /** @returns whether the skew was measured since the start */
    isMeasured: () => skew !== undefined && !isRemembered,
    /** Called when the skew has moved by enough to matter. @returns the undo */
    subscribe: changes.subscribe,
  };
}
