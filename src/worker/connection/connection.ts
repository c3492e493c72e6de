import type { ConnectionState } from '../../shared/model.ts';
import type { Clock } from '../clock.ts';
import type { ServerTime } from '../server-time.ts';
import { type LiveMessage, sentAt } from './live-message.ts';
import { runSocket, type SocketDeps, type SocketEnd } from './socket.ts';
import { createStateTracker } from './state-tracker.ts';

/**
 * Pure: when to try again. Exponential with full jitter, the first try after a loss included, so that a
 * server that comes back is not met by every screen in the same moment. There is no last attempt.
 */
export const RECONNECT = {
  firstMs: 1000,
  mostMs: 30_000,
  /** A connection that lived this long was a good one: count from the start. */
  stableMs: 60_000,
} as const;

/** @returns which try comes next, 1 being the first after a loss */
export function nextAttempt(attempt: number, livedMs: number): number {
  return livedMs >= RECONNECT.stableMs ? 1 : attempt + 1;
}

/** @param random 0 to 1. @returns milliseconds to wait before this attempt */
export function backoffMs(attempt: number, random: number): number {
  return Math.round(Math.min(RECONNECT.mostMs, RECONNECT.firstMs * 2 ** (attempt - 1)) * random);
}

/**
 * @param random 0 to 1
 * @returns milliseconds to wait after a connection that ended so, before this attempt
 */
export function delayAfter(end: SocketEnd, attempt: number, random: number): number {
  if (end.why === 'replaced') return 0;
  // A planned restart names its time; screens come back spread over half of it again.
  if (end.why === 'bye') return Math.round(end.comeBackSec * 1000 * (1 + random / 2));
  if (end.why === 'unwanted') return Math.round((RECONNECT.mostMs * (1 + random)) / 2);
  return backoffMs(attempt, random);
}

/**
 * This screen's connection to the server: one socket after another, for ever.
 *
 *   connecting -> live (-> silent -> live)* -> wait -> connecting ...
 *   refused: waits until `reconnectNow`, then asks whether somebody has signed in
 */
export interface Connection {
  /** Runs until the signal ends it. */
  run(signal: AbortSignal): Promise<void>;
  /** Something changed outside (network, page, sign-in): try at once instead of later. */
  reconnectNow(): void;
  /** The server said 401: stop calling until somebody signs in. */
  refuse(): void;
  /** What `navigator.onLine` says; shown while there is no connection, and never relied on. */
  setBrowserOnline(online: boolean): void;
  state(): ConnectionState;
  /** Server time, epoch milliseconds, at which anything was last received. */
  lastMessageAt(): number;
}

interface ConnectionDeps extends SocketDeps {
  readonly serverTime: ServerTime;
  readonly random: () => number;
  /** Asks the server, since a refused upgrade looks like a broken network. */
  readonly askServer: () => Promise<ServerWord>;
}

/** What the server says to who gets no socket. */
export interface ServerWord {
  readonly signedOut: boolean;
  /** Why it serves nobody. */
  readonly reason?: string | undefined;
}

interface ConnectionEvents {
  /** `state()` has become another. */
  readonly onChange: () => void;
  readonly onOpen: () => void;
  readonly onMessage: (message: LiveMessage) => void;
  /** @param lastMessageAt server time at which anything was last received */
  readonly onLost: (lastMessageAt: number) => void;
}

/** The longest delay that timers accept. The wait ends early on `reconnectNow`. */
const LONGEST_MS = 2 ** 31 - 1;

export function createConnection(deps: ConnectionDeps, events: ConnectionEvents): Connection {
  const { clock, serverTime, random } = deps;
  const tracker = createStateTracker(clock, serverTime, events.onChange);
  let refused = false;
  let beatMs: number | undefined;
  let waker = new AbortController();
  let replacer = new AbortController();

  function receive(message: LiveMessage): void {
    if (message.kind === 'hello') {
      beatMs = message.hello.beatSec * 1000;
      tracker.setServerBuild(message.hello.build);
    }
    const at = sentAt(message);
    if (at !== undefined) serverTime.received(at);
    const messageAt = at === undefined ? clock.now() : at - serverTime.skewMs();
    tracker.received(message.kind !== 'noise', messageAt);
    events.onMessage(message);
  }

  /** @returns how it ended, and for how long it was open */
  async function connect(signal: AbortSignal): Promise<{ end: SocketEnd; livedMs: number }> {
    replacer = new AbortController();
    let openedAt: number | undefined;
    const onOpen = () => {
      openedAt = clock.mono();
      tracker.set({ state: 'live', since: clock.now(), lastMessageAt: clock.now() });
      events.onOpen();
    };
    const handlers = { onOpen, onMessage: receive, onSilent: tracker.silent };
    const end = await runSocket(deps, { signal, replace: replacer.signal }, handlers);
    tracker.closed();
    beatMs = undefined;
    if (openedAt === undefined) return { end, livedMs: 0 };
    events.onLost(tracker.lastMessageAt() + serverTime.skewMs());
    return { end, livedMs: clock.mono() - openedAt };
  }

  /** Waits, unless a reconnect is asked for or the connection is ended. */
  async function rest(ms: number, signal: AbortSignal): Promise<void> {
    waker = new AbortController();
    await sleepUnless(clock, ms, waker, signal);
  }

  async function waitForSignIn(signal: AbortSignal): Promise<0> {
    tracker.set({ state: 'refused', since: clock.now() });
    do await rest(LONGEST_MS, signal);
    while (!signal.aborted && (await deps.askServer()).signedOut);
    refused = false;
    return 0;
  }

  async function isRefused(end: SocketEnd): Promise<boolean> {
    if (refused || end.why === 'signIn') return true;
    if (end.why !== 'lost' || end.opened) return false;
    const { signedOut, reason } = await deps.askServer();
    tracker.setReason(reason);
    return signedOut;
  }

  /** @returns the attempt that comes next, when its time has come */
  async function between(end: SocketEnd, attempt: number, signal: AbortSignal): Promise<number> {
    refused = await isRefused(end);
    if (refused) return waitForSignIn(signal);
    const waitMs = delayAfter(end, attempt, random());
    tracker.set({ state: 'connecting', attempt, nextTryAt: clock.now() + waitMs });
    if (waitMs > 0) await rest(waitMs, signal);
    return attempt;
  }

  return {
    async run(signal) {
      let attempt = 0;
      while (!signal.aborted) {
        tracker.set({ state: 'connecting', attempt, nextTryAt: clock.now() });
        const { end, livedMs } = await connect(signal);
        if (end.why === 'stopped') return;
        attempt = await between(end, nextAttempt(attempt, livedMs), signal);
      }
    },
    reconnectNow() {
      waker.abort();
      if (beatMs !== undefined && clock.now() - tracker.lastMessageAt() > beatMs) replacer.abort();
    },
    refuse() {
      if (refused) return;
      refused = true;
      waker.abort();
      replacer.abort();
    },
    setBrowserOnline: tracker.setBrowserOnline,
    state: tracker.state,
    lastMessageAt: () => tracker.lastMessageAt() + serverTime.skewMs(),
  };
}

/** Sleeps until the waker is aborted, as the signal does too. */
async function sleepUnless(
  clock: Clock,
  ms: number,
  waker: AbortController,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return;
  const stop = () => waker.abort();
  signal.addEventListener('abort', stop);
  await clock.sleep(ms, waker.signal);
  signal.removeEventListener('abort', stop);
}
