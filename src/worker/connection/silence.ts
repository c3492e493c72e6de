import type { Clock } from '../clock.ts';

/**
 * Judges a peer that announced a beat. Silent: nothing came for a beat and a half; lost: for two and a half;
 * woken: this device slept, so nothing is known of the peer.
 */
interface SilenceEvents {
  readonly onSilent: () => void;
  readonly onLost: () => void;
  readonly onWoken: () => void;
}

const SILENT_BEATS = 1.5;
const LOST_BEATS = 2.5;
/** A timer later than this was not late: the device slept. */
const ASLEEP_MS = 5000;

/** @param lastMessageAt monotonic time of the last message */
export async function judgeSilence(
  clock: Clock,
  signal: AbortSignal,
  beatMs: number,
  lastMessageAt: () => number,
  events: SilenceEvents,
): Promise<void> {
  let silentSince: number | undefined;
  for (;;) {
    const beats = silentSince === lastMessageAt() ? LOST_BEATS : SILENT_BEATS;
    const waitMs = Math.max(0, lastMessageAt() + beats * beatMs - clock.mono());
    const asked = { mono: clock.mono(), now: clock.now() };
    if (!(await clock.sleep(waitMs, signal))) return;
    const passedMs = Math.max(clock.mono() - asked.mono, clock.now() - asked.now);
    if (passedMs - waitMs > ASLEEP_MS) return events.onWoken();
    if (clock.mono() - lastMessageAt() < beats * beatMs) continue;
    if (beats === LOST_BEATS) return events.onLost();
    silentSince = lastMessageAt();
    events.onSilent();
  }
}
