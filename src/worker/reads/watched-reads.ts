import { CALLS } from '../../../contract/calls.ts';
import type { Entry } from '../api.ts';
import type { Clock } from '../clock.ts';
import { poll } from './poller.ts';
import type { Reader } from './reader.ts';
import { createWatches } from './watches.ts';
import { type ReadWish, wishText } from './wish.ts';

/**
 * What is read because somebody watches it: once at the start unless what is known will do, and then as
 * often as the table of calls says while the polls are active.
 */
export interface WatchedReads {
  watch(watcher: string, wish: ReadWish): void;
  unwatch(watcher: string, wish: ReadWish): void;
  has(text: string): boolean;
  /** Polls rest while nobody can look, and while the server refuses. */
  activate(active: boolean): void;
  /** Reads again those watched reads that the test picks. */
  readAgain(picks: (entry: Entry | undefined, wish: ReadWish) => boolean): void;
  stop(): void;
}

export interface WatchedReadsParts {
  readonly clock: Clock;
  readonly reader: Pick<Reader, 'read' | 'readOnce'>;
  readonly entry: (text: string) => Entry | undefined;
  /** What is known is good enough for somebody who begins to look. */
  readonly willDo: (entry: Entry) => boolean;
}

export function createWatchedReads({
  clock,
  reader,
  entry,
  willDo,
}: WatchedReadsParts): WatchedReads {
  const wishes = new Map<string, ReadWish>();
  const loops = new Map<string, AbortController>();
  const triedAt = new Map<string, number>();
  let active = false;

  function attempt(text: string, wish: ReadWish): Promise<void> {
    triedAt.set(text, clock.mono());
    return reader.readOnce(wish);
  }

  function beginLoop(text: string, wish: ReadWish): void {
    const everyMs = CALLS[wish.name].pollMs;
    if (everyMs === null || !active || loops.has(text)) return;
    const loop = new AbortController();
    loops.set(text, loop);
    const sinceMs = clock.mono() - (triedAt.get(text) ?? Number.NEGATIVE_INFINITY);
    const firstAfterMs = Math.max(0, everyMs - sinceMs);
    void poll(clock, loop.signal, { everyMs, firstAfterMs }, () => attempt(text, wish));
  }

  function endLoop(text: string): void {
    loops.get(text)?.abort();
    loops.delete(text);
  }

  function start(text: string): () => void {
    const wish = wishes.get(text);
    if (wish === undefined) throw new Error(`${text} is watched without a wish`);
    const known = entry(text);
    if (known === undefined || !willDo(known)) void attempt(text, wish);
    beginLoop(text, wish);
    return () => {
      endLoop(text);
      wishes.delete(text);
    };
  }

  const watches = createWatches(clock, start);

  return {
    watch(watcher, wish) {
      const text = wishText(wish);
      wishes.set(text, wish);
      watches.add(watcher, text);
    },
    unwatch: (watcher, wish) => watches.remove(watcher, wishText(wish)),
    has: watches.has,
    activate(next) {
      if (active === next) return;
      active = next;
      for (const [text, wish] of wishes) {
        if (active) beginLoop(text, wish);
        else endLoop(text);
      }
    },
    readAgain(picks) {
      for (const [text, wish] of wishes) {
        if (!picks(entry(text), wish)) continue;
        triedAt.set(text, clock.mono());
        void reader.read(wish);
      }
    },
    stop: watches.stop,
  };
}
