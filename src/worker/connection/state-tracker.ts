import type { ConnectionPhase, ConnectionState } from '../../shared/model.ts';
import type { Clock } from '../clock.ts';
import type { ServerTime } from '../server-time.ts';

/** While messages keep arriving, `lastMessageAt` is reported at most this often. */
const REPORT_EVERY_MS = 1000;

/**
 * Keeps the connection's state as it is shown. It decides nothing.
 *
 * @param onChange called when `state()` has become another
 */
export function createStateTracker(clock: Clock, serverTime: ServerTime, onChange: () => void) {
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
    set(next: ConnectionPhase): void {
      if (next.state === 'live') {
        lastMessageAt = next.lastMessageAt;
        reason = undefined;
      }
      set(next);
    },
    /** Nothing has arrived for too long. */
    silent: () => set({ state: 'silent', since: lastMessageAt }),
    /**
     * A frame has arrived.
     *
     * @param isJson a frame that is not JSON shows that the connection works, but is no live message
     * @param sentAt when it was sent, by this device's clock
     */
    received(isJson: boolean, sentAt: number): void {
      lastMessageAt = Math.min(Math.max(lastMessageAt, sentAt), clock.now());
      const isFirst = isJson && !liveMessageSeen;
      liveMessageSeen ||= isJson;
      const since = phase.state === 'live' ? phase.since : lastMessageAt;
      const isDue =
        isFirst ||
        phase.state !== 'live' ||
        Math.abs(lastMessageAt - reportedAt) >= REPORT_EVERY_MS;
      if (isDue) set({ state: 'live', since, lastMessageAt });
    },
    /** The server said which build of the console it serves. */
    setServerBuild(build: string): void {
      serverBuild = build;
    },
    /** The server said, instead of giving a connection, why it serves nobody; undefined: it did not. */
    setReason(next: string | undefined): void {
      reason = next;
    },
    /** The connection is over; nothing has been received on the next one. */
    closed(): void {
      liveMessageSeen = false;
      // Tries that fail later say nothing new: what was answered between them is younger than the loss.
      if (!lostAt || phase.state !== 'connecting') lostAt = serverTime.now();
    },
    setBrowserOnline(next: boolean): void {
      if (online === next) return;
      online = next;
      onChange();
    },
    /** When anything was last received, by this device's clock. */
    lastMessageAt: () => Math.min(lastMessageAt, clock.now()),
    /** With times in server time. */
    state(): ConnectionState {
      const isOffline = phase.state === 'connecting' && !online;
      const shown: ConnectionPhase = isOffline ? { state: 'offline', since: lastMessageAt } : phase;
      const inTime = inServerTime(shown, serverTime.skewMs());
      const hasStream = serverBuild !== undefined;
      const known = { liveMessageSeen, lostAt, serverBuild, hasStream, reason };
      return { ...inTime, ...known };
    },
  };
}

function inServerTime(phase: ConnectionPhase, skewMs: number): ConnectionPhase {
  if (phase.state === 'connecting') return { ...phase, nextTryAt: phase.nextTryAt + skewMs };
  const since = phase.since + skewMs;
  if (phase.state !== 'live') return { ...phase, since };
  return { ...phase, since, lastMessageAt: phase.lastMessageAt + skewMs };
}
