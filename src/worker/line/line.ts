import type { LinkState } from '../api.ts';
import type { Clock } from '../clock.ts';
import type { ServerTime } from '../server-time.ts';
import { type Heard, saidAt } from './live-message.ts';
import { createPhaseTracker } from './phase.ts';
import { delayAfter, nextAttempt } from './reconnect.ts';
import { runSocket, type SocketDoors, type SocketEnd } from './socket.ts';

/**
 * This screen's line to the server: one connection after another, for ever.
 *
 *   connecting -> live (-> silent -> live)* -> wait -> connecting ...
 *   refused: waits for a knock, then asks whether somebody has signed in
 *
 * What is said on the line is another's business.
 */
export interface Line {
  /** Runs until the signal ends it. */
  run(signal: AbortSignal): Promise<void>;
  /** Something changed outside (network, screen, sign-in): try at once instead of later. */
  knock(): void;
  /** The server said 401: stop calling until somebody signs in. */
  refuse(): void;
  /** The browser's word about the network; shown while there is no line, never believed. */
  browserOnline(online: boolean): void;
  state(): LinkState;
  /** Server time, epoch milliseconds, at which the line was last heard. */
  heardAt(): number;
}

export interface LineDoors extends SocketDoors {
  readonly serverTime: ServerTime;
  readonly random: () => number;
  /** Asks the server, since a refused upgrade looks like a broken network. */
  readonly isSignedOut: () => Promise<boolean>;
}

export interface LineEvents {
  readonly changed: () => void;
  readonly opened: () => void;
  readonly heard: (heard: Heard) => void;
  /** @param heardAt server time at which the line was last heard */
  readonly lost: (heardAt: number) => void;
}

/** Timers take no longer time than this; whoever waits so long is woken by a knock. */
const LONGEST_MS = 2 ** 31 - 1;

export function createLine(doors: LineDoors, events: LineEvents): Line {
  const { clock, serverTime, random } = doors;
  const phase = createPhaseTracker(clock, serverTime, events.changed);
  let refused = false;
  let beatMs: number | undefined;
  let waker = new AbortController();
  let replacer = new AbortController();

  function hear(heard: Heard): void {
    if (heard.kind === 'hello') {
      beatMs = heard.hello.beatSec * 1000;
      phase.serves(heard.hello.build);
    }
    const at = saidAt(heard);
    if (at !== undefined) serverTime.told(at);
    phase.heard(heard.kind !== 'noise', at === undefined ? clock.now() : at - serverTime.skewMs());
    events.heard(heard);
  }

  /** @returns how it ended, and for how long it was open */
  async function connect(signal: AbortSignal): Promise<{ end: SocketEnd; livedMs: number }> {
    replacer = new AbortController();
    let openedAt: number | undefined;
    const opened = () => {
      openedAt = clock.mono();
      phase.set({ state: 'live', since: clock.now(), lastHeardAt: clock.now() });
      events.opened();
    };
    const silent = () => phase.set({ state: 'silent', since: phase.heardAt() });
    const signals = { signal, replace: replacer.signal };
    const end = await runSocket(doors, signals, { opened, heard: hear, silent });
    phase.over();
    beatMs = undefined;
    if (openedAt === undefined) return { end, livedMs: 0 };
    events.lost(phase.heardAt() + serverTime.skewMs());
    return { end, livedMs: clock.mono() - openedAt };
  }

  /** Waits, unless somebody knocks or the line is ended. */
  async function rest(ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    waker = new AbortController();
    await sleepUnless(clock, ms, waker, signal);
  }

  async function waitForSignIn(signal: AbortSignal): Promise<void> {
    phase.set({ state: 'refused', since: clock.now() });
    do {
      await rest(LONGEST_MS, signal);
    } while (!signal.aborted && (await doors.isSignedOut()));
    refused = false;
  }

  async function isRefused(end: SocketEnd): Promise<boolean> {
    if (refused || end.why === 'signIn') return true;
    return end.why === 'lost' && !end.opened && (await doors.isSignedOut());
  }

  /** @returns the attempt that comes next, when its time has come */
  async function between(end: SocketEnd, attempt: number, signal: AbortSignal): Promise<number> {
    refused = await isRefused(end);
    if (refused) {
      await waitForSignIn(signal);
      return 0;
    }
    const waitMs = delayAfter(end, attempt, random());
    phase.set({ state: 'connecting', attempt, nextTryAt: clock.now() + waitMs });
    if (waitMs > 0) await rest(waitMs, signal);
    return attempt;
  }

  return {
    async run(signal) {
      let attempt = 0;
      while (!signal.aborted) {
        phase.set({ state: 'connecting', attempt, nextTryAt: clock.now() });
        const { end, livedMs } = await connect(signal);
        if (end.why === 'stopped') return;
        attempt = await between(end, nextAttempt(attempt, livedMs), signal);
      }
    },
    knock() {
      waker.abort();
      if (beatMs !== undefined && clock.now() - phase.heardAt() > beatMs) replacer.abort();
    },
    refuse() {
      if (refused) return;
      refused = true;
      waker.abort();
      replacer.abort();
    },
    browserOnline: phase.browserOnline,
    state: phase.state,
    heardAt: () => phase.heardAt() + serverTime.skewMs(),
  };
}

/** Sleeps until the waker is aborted, as the signal does too. */
async function sleepUnless(
  clock: Clock,
  ms: number,
  waker: AbortController,
  signal: AbortSignal,
): Promise<void> {
  const stop = () => waker.abort();
  signal.addEventListener('abort', stop);
  await clock.sleep(ms, waker.signal);
  signal.removeEventListener('abort', stop);
}
