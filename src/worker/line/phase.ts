import type { LinkPhase, LinkState } from '../api.ts';
import type { Clock } from '../clock.ts';
import type { ServerTime } from '../server-time.ts';

/** Keeps the state of the line as it is shown. It decides nothing. */
export interface PhaseTracker {
  set(phase: LinkPhase): void;
  /**
   * @param isJson a frame that is no JSON is a sign of life and no message
   * @param saidAt this device's clock, when it was said
   */
  heard(isJson: boolean, saidAt: number): void;
  /** The server said which build of the console it serves. */
  serves(build: string): void;
  /** The connection is over; nothing has been heard on the next. */
  over(): void;
  browserOnline(online: boolean): void;
  /** When the line was last heard, by this device's clock. */
  heardAt(): number;
  /** With times in server time. */
  state(): LinkState;
}

/** A line that is heard all the time tells of it this often. */
const TELL_HEARD_MS = 1000;

/** @param changed called when `state()` has become another */
export function createPhaseTracker(
  clock: Clock,
  serverTime: ServerTime,
  changed: () => void,
): PhaseTracker {
  let phase: LinkPhase = { state: 'connecting', attempt: 0, nextTryAt: clock.now() };
  let heardAt = clock.now();
  let toldAt = 0;
  let liveMessageSeen = false;
  let lostAt: number | undefined;
  let online = true;
  let serverBuild: string | undefined;

  function set(next: LinkPhase): void {
    phase = next;
    toldAt = clock.now();
    changed();
  }

  return {
    set(next) {
      if (next.state === 'live') heardAt = next.lastHeardAt;
      set(next);
    },
    heard(isJson, saidAt) {
      heardAt = Math.max(heardAt, Math.min(saidAt, clock.now()));
      const isFirst = isJson && !liveMessageSeen;
      liveMessageSeen ||= isJson;
      const since = phase.state === 'live' ? phase.since : heardAt;
      const isNews = isFirst || phase.state !== 'live' || heardAt - toldAt >= TELL_HEARD_MS;
      if (isNews) set({ state: 'live', since, lastHeardAt: heardAt });
    },
    serves(build) {
      serverBuild = build;
    },
    over() {
      liveMessageSeen = false;
      // Tries that fail later say nothing new: what was answered between them is younger than the loss.
      if (!lostAt || phase.state !== 'connecting') lostAt = serverTime.now();
    },
    browserOnline(next) {
      if (online === next) return;
      online = next;
      changed();
    },
    heardAt: () => heardAt,
    state() {
      const isOffline = phase.state === 'connecting' && !online;
      const shown: LinkPhase = isOffline ? { state: 'offline', since: heardAt } : phase;
      const inTime = inServerTime(shown, serverTime.skewMs());
      return { ...inTime, liveMessageSeen, lostAt, serverBuild, role: 'leading' };
    },
  };
}

function inServerTime(phase: LinkPhase, skewMs: number): LinkPhase {
  if (phase.state === 'connecting') return { ...phase, nextTryAt: phase.nextTryAt + skewMs };
  const since = phase.since + skewMs;
  if (phase.state !== 'live') return { ...phase, since };
  return { ...phase, since, lastHeardAt: phase.lastHeardAt + skewMs };
}
