import { CALLS } from '../../../contract/calls.ts';
import type { Entry } from '../../shared/model.ts';
import type { Clock } from '../clock.ts';
import { type ReadRef, type ReadStore, readKey } from './read-store.ts';

interface SubscriptionsDeps {
  readonly clock: Clock;
  readonly store: Pick<ReadStore, 'get' | 'retain'>;
  readonly read: (read: ReadRef) => Promise<void>;
  readonly readOnce: (read: ReadRef) => Promise<void>;
  /** What is known needs no reading for somebody who begins to look. */
  readonly isGoodEnough: (entry: Entry) => boolean;
}

export const GRACE_MS = 5000;

interface Subscribed {
  readonly read: ReadRef;
  isWanted: boolean;
  readonly release: () => void;
  polling: AbortController | undefined;
  leaving: AbortController | undefined;
}

export type Subscriptions = ReturnType<typeof createSubscriptions>;

/**
 * Which reads the page needs. One is read when it is subscribed to, unless what is known is good enough, and
 * then as often as the table of calls says. It ends a grace after nobody needs it any more, so that going
 * to another screen and back does not start over.
 */
export function createSubscriptions(deps: SubscriptionsDeps) {
  const { clock, store } = deps;
  const subscribed = new Map<string, Subscribed>();
  /** When each was last tried; it outlives a subscription, so that coming back does not read too soon. */
  const triedAt = new Map<string, number>();
  let active = false;

  function attempt(key: string, read: ReadRef): Promise<void> {
    triedAt.set(key, clock.mono());
    return deps.readOnce(read);
  }

  function startPolling(key: string, one: Subscribed): void {
    const everyMs = CALLS[one.read.name].pollMs;
    if (everyMs === null || !active || one.polling !== undefined) return;
    one.polling = new AbortController();
    const sinceMs = clock.mono() - (triedAt.get(key) ?? Number.NEGATIVE_INFINITY);
    const firstAfterMs = Math.max(0, everyMs - sinceMs);
    void poll(clock, one.polling.signal, { everyMs, firstAfterMs }, () => attempt(key, one.read));
  }

  function stopPolling(one: Subscribed): void {
    one.polling?.abort();
    one.polling = undefined;
  }

  function start(key: string, read: ReadRef): Subscribed {
    const one: Subscribed = {
      read,
      isWanted: true,
      release: store.retain(key),
      polling: undefined,
      leaving: undefined,
    };
    subscribed.set(key, one);
    const known = store.get(key);
    if (known === undefined || !deps.isGoodEnough(known)) void attempt(key, read);
    startPolling(key, one);
    return one;
  }

  function end(key: string): void {
    const one = subscribed.get(key);
    if (one === undefined) return;
    subscribed.delete(key);
    one.leaving?.abort();
    stopPolling(one);
    one.release();
  }

  async function endLater(key: string, one: Subscribed): Promise<void> {
    one.leaving = new AbortController();
    if (await clock.sleep(GRACE_MS, one.leaving.signal)) end(key);
  }

  return {
    /** Subscribing twice is subscribing once. */
    add(read: ReadRef): void {
      const key = readKey(read);
      const one = subscribed.get(key) ?? start(key, read);
      one.isWanted = true;
      one.leaving?.abort();
    },
    remove(read: ReadRef): void {
      const key = readKey(read);
      const one = subscribed.get(key);
      if (!one?.isWanted) return;
      one.isWanted = false;
      void endLater(key, one);
    },
    has: (key: string) => subscribed.has(key),
    /** Polls rest while no page is visible. */
    setActive(next: boolean): void {
      if (active === next) return;
      active = next;
      for (const [key, one] of subscribed) {
        if (active) startPolling(key, one);
        else stopPolling(one);
      }
    },
    /** Reads again those subscribed reads whose entries the test picks. */
    refresh(picks: (entry: Entry | undefined) => boolean): void {
      for (const [key, { read }] of subscribed) {
        if (!picks(store.get(key))) continue;
        triedAt.set(key, clock.mono());
        void deps.read(read);
      }
    },
    /** Ends everything at once. */
    stop(): void {
      for (const key of [...subscribed.keys()]) end(key);
    },
  };
}

/**
 * Repeats a job until its signal ends it. Turns keep their beat: a slow job shortens the wait after it and
 * never makes two turns overlap. Clocks are compared, ticks are not counted, so a loop that slept goes on with
 * one turn, not with all that it missed.
 *
 * @param firstAfterMs wait before the first turn
 */
export async function poll(
  clock: Clock,
  signal: AbortSignal,
  { everyMs, firstAfterMs }: { readonly everyMs: number; readonly firstAfterMs: number },
  job: () => Promise<void>,
): Promise<void> {
  let waitMs = firstAfterMs;
  while (await clock.sleep(waitMs, signal)) {
    const began = clock.mono();
    await job();
    waitMs = everyMs - ((clock.mono() - began) % everyMs);
  }
}
