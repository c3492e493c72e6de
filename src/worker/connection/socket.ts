import { CLOSE } from '../../../contract/live.ts';
import type { Clock } from '../clock.ts';
import { type LiveMessage, parseMessage } from './live-message.ts';

/**
 * One socket's life. `connection` decides when the next one is opened.
 *
 *   opening -> open -> (silent -> open)* -> over
 *
 * A connection that is over is orphaned: whatever its socket still sends is ignored, and closing, which can
 * hang for minutes on a dead network, is not waited for.
 */
export type SocketEnd =
  /** The session ended: sign in. */
  | { readonly why: 'signIn' }
  /** A planned restart. */
  | { readonly why: 'bye'; readonly comeBackSec: number }
  | { readonly why: 'lost'; readonly opened: boolean }
  /** The server does not want this client to come back soon. */
  | { readonly why: 'unwanted' }
  /** The device slept, or a new connection was asked for: reconnect at once. */
  | { readonly why: 'replaced' }
  | { readonly why: 'stopped' };

interface SocketEvents {
  readonly onOpen: () => void;
  readonly onMessage: (message: LiveMessage) => void;
  readonly onSilent: () => void;
}

/** Opens a socket; its events may come only after this has returned. */
export type OpenSocket = (events: {
  readonly onOpen: () => void;
  readonly onMessage: (text: unknown) => void;
  readonly onClose: (code: number) => void;
}) => { close(): void };

export interface SocketDeps {
  readonly openSocket: OpenSocket;
  readonly clock: Clock;
}

interface SocketOptions {
  readonly signal: AbortSignal;
  readonly replace: AbortSignal;
  /** Whether this server is known to begin with a hello; one of the specification may never say anything. */
  readonly expectsHello: () => boolean;
}

/** A connection that is neither accepted nor refused for this long will not be; nor will its hello come. */
const OPENING_LIMIT_MS = 15_000;

/** `replace` ends this connection as 'replaced' when it aborts, `signal` as 'stopped'. */
export function runSocket(
  { openSocket, clock }: SocketDeps,
  { signal, replace, expectsHello }: SocketOptions,
  events: SocketEvents,
): Promise<SocketEnd> {
  return new Promise((resolve) => {
    const over = new AbortController();
    let opened = false;
    let greeted = false;
    let lastMessageAt = clock.mono();
    let comeBackSec: number | undefined;

    function end(result: SocketEnd): void {
      if (over.signal.aborted) return;
      over.abort();
      socket.close();
      resolve(result);
    }

    function receive(text: unknown): void {
      lastMessageAt = clock.mono();
      const message = parseMessage(text);
      if (message.kind === 'bye') comeBackSec = message.bye.comeBackSec;
      if (message.kind === 'hello' && !greeted) listen(message.hello.beatSec * 1000);
      greeted ||= message.kind === 'hello';
      events.onMessage(message);
    }

    function listen(beatMs: number): void {
      void judgeSilence(clock, over.signal, beatMs, () => lastMessageAt, {
        onSilent: events.onSilent,
        onLost: () => end({ why: 'lost', opened }),
        onWoken: () => end({ why: 'replaced' }),
      });
    }

    async function limitOpening(): Promise<void> {
      while (!greeted && (await clock.sleep(OPENING_LIMIT_MS, over.signal)))
        if (!greeted && (!opened || expectsHello())) end({ why: 'lost', opened });
    }

    const socket = openSocket({
      onOpen() {
        if (over.signal.aborted) return;
        opened = true;
        lastMessageAt = clock.mono();
        events.onOpen();
      },
      onMessage: (text) => {
        if (!over.signal.aborted) receive(text);
      },
      onClose: (code) => end(endOf(code, opened, comeBackSec)),
    });
    const once = { once: true, signal: over.signal };
    signal.addEventListener('abort', () => end({ why: 'stopped' }), once);
    replace.addEventListener('abort', () => end({ why: 'replaced' }), once);
    void limitOpening();
  });
}

function endOf(code: number, opened: boolean, comeBackSec: number | undefined): SocketEnd {
  if (code === CLOSE.signIn) return { why: 'signIn' };
  if (code === CLOSE.refused) return { why: 'unwanted' };
  return comeBackSec === undefined ? { why: 'lost', opened } : { why: 'bye', comeBackSec };
}

/** RFC 6455: a connection that ended without a close frame. */
const ABNORMAL = 1006;

/** The browser's socket. Where none may be opened at all, it is closed at once. */
export function webSocketAt(url: string): OpenSocket {
  return ({ onOpen, onMessage, onClose }) => {
    const socket = openOrNone(url);
    if (socket === undefined) {
      queueMicrotask(() => onClose(ABNORMAL));
      return { close: () => undefined };
    }
    socket.onopen = onOpen;
    socket.onmessage = ({ data }) => onMessage(data);
    socket.onclose = ({ code }) => onClose(code);
    return { close: () => socket.close() };
  };
}

function openOrNone(url: string): WebSocket | undefined {
  try {
    return new WebSocket(url);
  } catch {
    // Refused by the page's own policy; the address is not at fault.
    return undefined;
  }
}

/**
 * Judges a peer that announced a beat. Silent: nothing came for two beats; lost: for half a beat more;
 * woken: this device slept, so nothing is known of the peer.
 */
interface SilenceEvents {
  readonly onSilent: () => void;
  readonly onLost: () => void;
  readonly onWoken: () => void;
}

const SILENT_BEATS = 2;
const LOST_BEATS = 2.5;
/** A timer later than this was not late: the device slept. */
const ASLEEP_MS = 5000;

/** @param lastMessageAt monotonic time of the last message */
async function judgeSilence(
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
