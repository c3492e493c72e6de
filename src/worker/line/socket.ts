import { CLOSE } from '../../../contract/live.ts';
import type { Clock } from '../clock.ts';
import { type Heard, readHeard } from './live-message.ts';
import { judgeSilence } from './silence.ts';

/**
 * One connection's life, from the call to its end. When to call again is another's business.
 *
 *   opening -> open -> (silent -> open)* -> over
 *
 * A connection that is over is orphaned: whatever its socket still says is not heard, and closing, which
 * can hang for minutes on a dead line, is not waited for.
 */
export type SocketEnd =
  /** The session ended: sign in. */
  | { readonly why: 'signIn' }
  /** A planned restart. */
  | { readonly why: 'bye'; readonly comeBackSec: number }
  | { readonly why: 'lost'; readonly opened: boolean }
  /** The server does not want this client to come back soon. */
  | { readonly why: 'unwanted' }
  /** The device slept, or somebody asked for a new line: call again at once. */
  | { readonly why: 'replaced' }
  | { readonly why: 'stopped' };

export interface SocketEvents {
  readonly opened: () => void;
  readonly heard: (heard: Heard) => void;
  readonly silent: () => void;
}

/** Opens a socket; its events may come only after this has returned. */
export type OpenSocket = (events: {
  readonly opened: () => void;
  readonly message: (text: unknown) => void;
  readonly closed: (code: number) => void;
}) => { close(): void };

export interface SocketDoors {
  readonly openSocket: OpenSocket;
  readonly clock: Clock;
}

/** A line that is neither taken nor refused for this long will not be. */
const OPENING_LIMIT_MS = 15_000;

/** @param replace ends this connection as 'replaced' when it aborts; `signal` as 'stopped' */
export function runSocket(
  { openSocket, clock }: SocketDoors,
  { signal, replace }: { readonly signal: AbortSignal; readonly replace: AbortSignal },
  events: SocketEvents,
): Promise<SocketEnd> {
  return new Promise((resolve) => {
    const over = new AbortController();
    let opened = false;
    let heardAt = clock.mono();
    let comeBackSec: number | undefined;

    function end(result: SocketEnd): void {
      if (over.signal.aborted) return;
      over.abort();
      socket.close();
      resolve(result);
    }

    function hear(text: unknown): void {
      heardAt = clock.mono();
      const heard = readHeard(text);
      if (heard.kind === 'bye') comeBackSec = heard.bye.comeBackSec;
      if (heard.kind === 'hello') listen(heard.hello.beatSec * 1000);
      events.heard(heard);
    }

    function listen(beatMs: number): void {
      void judgeSilence(clock, over.signal, beatMs, () => heardAt, {
        silent: events.silent,
        lost: () => end({ why: 'lost', opened }),
        woken: () => end({ why: 'replaced' }),
      });
    }

    const socket = openSocket({
      opened() {
        if (over.signal.aborted) return;
        opened = true;
        heardAt = clock.mono();
        events.opened();
      },
      message: (text) => {
        if (!over.signal.aborted) hear(text);
      },
      closed: (code) => end(endOf(code, opened, comeBackSec)),
    });
    const once = { once: true, signal: over.signal };
    signal.addEventListener('abort', () => end({ why: 'stopped' }), once);
    replace.addEventListener('abort', () => end({ why: 'replaced' }), once);
    void clock.sleep(OPENING_LIMIT_MS, over.signal).then(() => {
      if (!opened) end({ why: 'lost', opened });
    });
  });
}

function endOf(code: number, opened: boolean, comeBackSec: number | undefined): SocketEnd {
  if (code === CLOSE.signIn) return { why: 'signIn' };
  if (code === CLOSE.refused) return { why: 'unwanted' };
  return comeBackSec === undefined ? { why: 'lost', opened } : { why: 'bye', comeBackSec };
}
