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
  /** Something changed outside (network, page, sign-in): try at once, or as soon as the attempt under way has failed. */
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
  /** Asks the server, since a refused upgrade looks like a broken network. `signal` gives the question up. */
  readonly askServer: (signal: AbortSignal) => Promise<ServerWord>;
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
  const waker = createWaker(clock);
  let replacer = new AbortController();
  const expectsHello = () => tracker.state().hasStream || serverTime.steadyNow() !== undefined;

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
    const ends = { signal, replace: replacer.signal, expectsHello };
    const end = await runSocket(deps, ends, handlers);
    tracker.closed();
    beatMs = undefined;
    if (openedAt === undefined) return { end, livedMs: 0 };
    // Whoever asked for a reconnect had one.
    waker.renew(signal);
    events.onLost(tracker.lastMessageAt() + serverTime.skewMs());
    return { end, livedMs: clock.mono() - openedAt };
  }

  async function waitForSignIn(signal: AbortSignal): Promise<0> {
    tracker.set({ state: 'refused', since: clock.now() });
    do await waker.rest(LONGEST_MS, signal);
    while (!signal.aborted && (await deps.askServer(signal)).signedOut);
    refused = false;
    return 0;
  }

  async function isRefused(end: SocketEnd): Promise<boolean> {
    if (refused || end.why === 'signIn') return true;
    if (end.why !== 'lost' || end.opened) return false;
    const { signedOut, reason } = await deps.askServer(waker.signal());
    tracker.setReason(reason);
    return refused || signedOut;
  }

  /** @returns the attempt that comes next, when its time has come */
  async function between(end: SocketEnd, attempt: number, signal: AbortSignal): Promise<number> {
    refused = await isRefused(end);
    if (refused) return waitForSignIn(signal);
    const waitMs = waker.signal().aborted ? 0 : delayAfter(end, attempt, random());
    tracker.set({ state: 'connecting', attempt, nextTryAt: clock.now() + waitMs });
    await waker.rest(waitMs, signal);
    return attempt;
  }

  return {
    async run(signal) {
      let attempt = 0;
      signal.addEventListener('abort', waker.wake, { once: true });
      while (!signal.aborted) {
        tracker.set({ state: 'connecting', attempt, nextTryAt: clock.now() });
        const { end, livedMs } = await connect(signal);
        if (end.why === 'stopped') return;
        attempt = await between(end, nextAttempt(attempt, livedMs), signal);
      }
    },
    reconnectNow() {
      waker.wake();
      if (beatMs !== undefined && clock.now() - tracker.lastMessageAt() > beatMs) replacer.abort();
    },
    refuse() {
      if (refused) return;
      refused = true;
      waker.wake();
      replacer.abort();
    },
    setBrowserOnline: tracker.setBrowserOnline,
    state: tracker.state,
    lastMessageAt: () => tracker.lastMessageAt() + serverTime.skewMs(),
  };
}

/** Waits before attempts, and what ends them. Woken while an attempt is under way, there is no wait after it. */
function createWaker(clock: Clock) {
  let waking = new AbortController();

  /** What was asked for so far has been done. */
  function renew(over: AbortSignal): void {
    if (!over.aborted) waking = new AbortController();
  }

  return {
    renew,
    wake: () => waking.abort(),
    /** Aborts when it is woken. */
    signal: () => waking.signal,
    async rest(ms: number, over: AbortSignal): Promise<void> {
      if (ms > 0) await clock.sleep(ms, waking.signal);
      renew(over);
    },
  };
}
