import type { ConnectionPhase, ConnectionState } from '../../shared/model.ts';
import type { Clock } from '../clock.ts';
import type { ServerTime } from '../server-time.ts';

/** Keeps the connection's state as it is shown. It decides nothing. */
interface StateTracker {
  set(phase: ConnectionPhase): void;
  /** Nothing has arrived for too long. */
  silent(): void;
  /**
   * A frame has arrived.
   *
   * @param isJson a frame that is not JSON shows that the connection works, but is no live message
   * @param sentAt when it was sent, by this device's clock
   */
  received(isJson: boolean, sentAt: number): void;
  /** The server said which build of the console it serves. */
  setServerBuild(build: string): void;
  /** The server said, instead of giving a connection, why it serves nobody; undefined: it did not. */
  setReason(reason: string | undefined): void;
  /** The connection is over; nothing has been received on the next one. */
  closed(): void;
  setBrowserOnline(online: boolean): void;
  /** When anything was last received, by this device's clock. */
  lastMessageAt(): number;
  /** With times in server time. */
  state(): ConnectionState;
}

/** While messages keep arriving, `lastMessageAt` is reported at most this often. */
const REPORT_EVERY_MS = 1000;

/** @param onChange called when `state()` has become another */
export function createStateTracker(
  clock: Clock,
  serverTime: ServerTime,
  onChange: () => void,
): StateTracker {
  let phase: ConnectionPhase = { state: 'connecting', attempt: 0, nextTryAt: clock.now() };
  let lastMessageAt = clock.now();
  let reportedAt = 0;
  let liveMessageSeen = false;
  let lostAt: number | undefined;
  let online = true;
  let serverBuild: string | undefined;
  let reason: string | undefined;

  function set(next: ConnectionPhase): void {
    phase = next;
    reportedAt = clock.now();
    onChange();
  }

  return {
    set(next) {
      if (next.state === 'live') {
        lastMessageAt = next.lastMessageAt;
        reason = undefined;
      }
      set(next);
    },
    silent: () => set({ state: 'silent', since: lastMessageAt }),
    received(isJson, sentAt) {
      lastMessageAt = Math.max(lastMessageAt, Math.min(sentAt, clock.now()));
      const isFirst = isJson && !liveMessageSeen;
      liveMessageSeen ||= isJson;
      const since = phase.state === 'live' ? phase.since : lastMessageAt;
      const isDue =
        isFirst || phase.state !== 'live' || lastMessageAt - reportedAt >= REPORT_EVERY_MS;
      if (isDue) set({ state: 'live', since, lastMessageAt });
    },
    setServerBuild(build) {
      serverBuild = build;
    },
    setReason(next) {
      reason = next;
    },
    closed() {
      liveMessageSeen = false;
      // Tries that fail later say nothing new: what was answered between them is younger than the loss.
      if (!lostAt || phase.state !== 'connecting') lostAt = serverTime.now();
    },
    setBrowserOnline(next) {
      if (online === next) return;
      online = next;
      onChange();
    },
    lastMessageAt: () => lastMessageAt,
    state() {
      const isOffline = phase.state === 'connecting' && !online;
      const shown: ConnectionPhase = isOffline ? { state: 'offline', since: lastMessageAt } : phase;
      const inTime = inServerTime(shown, serverTime.skewMs());
      const hasStream = serverBuild !== undefined;
      const known = { liveMessageSeen, lostAt, serverBuild, hasStream, reason };
      return { ...inTime, ...known, role: 'leading' };
    },
  };
}

function inServerTime(phase: ConnectionPhase, skewMs: number): ConnectionPhase {
  if (phase.state === 'connecting') return { ...phase, nextTryAt: phase.nextTryAt + skewMs };
  const since = phase.since + skewMs;
  if (phase.state !== 'live') return { ...phase, since };
  return { ...phase, since, lastMessageAt: phase.lastMessageAt + skewMs };
}
