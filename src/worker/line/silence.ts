import type { Clock } from '../clock.ts';

/**
 * Judges a line that announced a beat. silent: nothing came for a beat and a half; lost: for two and a
 * half; woken: this device slept, so nothing can be said of the line but that it is old.
 */
export interface SilenceEvents {
  readonly silent: () => void;
  readonly lost: () => void;
  readonly woken: () => void;
}

const SILENT_BEATS = 1.5;
const LOST_BEATS = 2.5;
/** A timer later than this was not late: the device slept. */
const ASLEEP_MS = 5000;

/** @param heardAt when something last came, on the clock that only goes forward */
export async function judgeSilence(
  clock: Clock,
  signal: AbortSignal,
  beatMs: number,
  heardAt: () => number,
  events: SilenceEvents,
): Promise<void> {
  let silentSince: number | undefined;
  for (;;) {
    const beats = silentSince === heardAt() ? LOST_BEATS : SILENT_BEATS;
    const waitMs = Math.max(0, heardAt() + beats * beatMs - clock.mono());
    const asked = { mono: clock.mono(), now: clock.now() };
    if (!(await clock.sleep(waitMs, signal))) return;
    const passedMs = Math.max(clock.mono() - asked.mono, clock.now() - asked.now);
    if (passedMs - waitMs > ASLEEP_MS) return events.woken();
    if (clock.mono() - heardAt() < beats * beatMs) continue;
    if (beats === LOST_BEATS) return events.lost();
    silentSince = heardAt();
    events.silent();
  }
}
