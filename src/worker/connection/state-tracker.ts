import type { ConnectionPhase, ConnectionState } from '../../shared/model.ts';
import type { Clock } from '../clock.ts';
import type { ServerTime } from '../server-time.ts';

/** Keeps the connection's state as it is shown. It decides nothing. */
export interface StateTracker {
  set(phase: ConnectionPhase): void;
  /**
   * @param isJson a frame that is no JSON is a sign of life and no message
   * @param saidAt this device's clock, when it was sent
   */
  heard(isJson: boolean, sentAt: number): void;
  /** The server said which build of the console it serves. */
  serves(build: string): void;
  /** The connection is over; nothing has been heard on the next. */
  over(): void;
  setBrowserOnline(online: boolean): void;
  /** When anything was last received, by this device's clock. */
  heardAt(): number;
  /** With times in server time. */
  state(): ConnectionState;
}

/** A connection that is heard all the time reports it this often. */
const REPORT_HEARD_MS = 1000;

/** @param onChange called when `state()` has become another */
export function createStateTracker(
  clock: Clock,
  serverTime: ServerTime,
  onChange: () => void,
): StateTracker {
  let phase: ConnectionPhase = { state: 'connecting', attempt: 0, nextTryAt: clock.now() };
  let heardAt = clock.now();
  let reportedAt = 0;
  let liveMessageSeen = false;
  let lostAt: number | undefined;
  let online = true;
  let serverBuild: string | undefined;

  function set(next: ConnectionPhase): void {
    phase = next;
    reportedAt = clock.now();
    onChange();
  }

  return {
    set(next) {
      if (next.state === 'live') heardAt = next.lastHeardAt;
      set(next);
    },
    heard(isJson, sentAt) {
      heardAt = Math.max(heardAt, Math.min(sentAt, clock.now()));
      const isFirst = isJson && !liveMessageSeen;
      liveMessageSeen ||= isJson;
      const since = phase.state === 'live' ? phase.since : heardAt;
      const isDue = isFirst || phase.state !== 'live' || heardAt - reportedAt >= REPORT_HEARD_MS;
      if (isDue) set({ state: 'live', since, lastHeardAt: heardAt });
    },
    serves(build) {
      serverBuild = build;
    },
    over() {
      liveMessageSeen = false;
      // Tries that fail later say nothing new: what was answered between them is younger than the loss.
      if (!lostAt || phase.state !== 'connecting') lostAt = serverTime.now();
    },
    setBrowserOnline(next) {
      if (online === next) return;
      online = next;
      onChange();
    },
    heardAt: () => heardAt,
    state() {
      const isOffline = phase.state === 'connecting' && !online;
      const shown: ConnectionPhase = isOffline ? { state: 'offline', since: heardAt } : phase;
      const inTime = inServerTime(shown, serverTime.skewMs());
      const hasStream = serverBuild !== undefined;
      return { ...inTime, liveMessageSeen, lostAt, serverBuild, hasStream, role: 'leading' };
    },
  };
}

function inServerTime(phase: ConnectionPhase, skewMs: number): ConnectionPhase {
  if (phase.state === 'connecting') return { ...phase, nextTryAt: phase.nextTryAt + skewMs };
  const since = phase.since + skewMs;
  if (phase.state !== 'live') return { ...phase, since };
  return { ...phase, since, lastHeardAt: phase.lastHeardAt + skewMs };
}
