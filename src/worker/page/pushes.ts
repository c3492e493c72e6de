import type { Entry, EntryNews, LinkState, Push, StorageState } from '../api.ts';
import type { Clock } from '../clock.ts';
import { createFrames } from '../frames.ts';
import { textOf } from '../reads/store.ts';
import { newsOf } from './delta.ts';

/**
 * News for the page, gathered into one push a frame. It keeps what the page was told last, so that only
 * what changed since crosses. One port; whoever attaches anew is told everything.
 */
export interface Pushes {
  attach(port: PushPort): void;
  entry(entry: Entry): void;
  /** What was known of this read is known no more. */
  gone(entry: Entry): void;
  cleared(): void;
  /** Link, clock or storage may have changed. */
  facts(): void;
  /** Sends what waits. @returns the number of the last push */
  flush(): number;
  stop(): void;
}

/** A message port, or what takes its place. */
export interface PushPort {
  postMessage(push: Push): void;
  close(): void;
}

export interface PushedFacts {
  readonly link: LinkState;
  readonly skewMs: number;
  readonly storage: StorageState;
}

/** @param now what is known, for a page that attaches, and as it is when a push goes out */
export function createPushes(
  clock: Clock,
  now: { readonly entries: () => readonly Entry[]; readonly facts: () => PushedFacts },
): Pushes {
  const over = new AbortController();
  const told = new Map<string, unknown>();
  const waiting = new Map<string, Entry>();
  const gone = new Map<string, Entry>();
  let port: PushPort | undefined;
  let parts: { cleared?: boolean; facts?: boolean } = {};
  let number = 0;
  const frames = createFrames(clock, over.signal, () => flush());

  function schedule(): void {
    if (port !== undefined) frames.ask();
  }

  function newsOfEntry(entry: Entry): EntryNews {
    const text = textOf(entry.key);
    const { data, ...facts } = entry;
    const news = newsOf(told.get(text), data);
    told.set(text, data);
    return { ...facts, news };
  }

  function flush(): number {
    if (port === undefined || over.signal.aborted) return number;
    if (waiting.size + gone.size === 0 && !parts.cleared && !parts.facts) return number;
    number += 1;
    frames.done();
    const entries = [
      ...[...gone.values()].map(newsOfGone),
      ...[...waiting.values()].map(newsOfEntry),
    ];
    const push: Push = {
      number,
      ...(entries.length > 0 && { entries }),
      ...(parts.cleared && { cleared: true }),
      ...(parts.facts && now.facts()),
    };
    waiting.clear();
    gone.clear();
    parts = {};
    port.postMessage(push);
    return number;
  }

  return {
    attach(next) {
      port?.close();
      port = next;
      told.clear();
      for (const entry of now.entries()) waiting.set(textOf(entry.key), entry);
      parts.facts = true;
      schedule();
    },
    entry(entry) {
      waiting.set(textOf(entry.key), entry);
      schedule();
    },
    gone(entry) {
      const text = textOf(entry.key);
      waiting.delete(text);
      told.delete(text);
      gone.set(text, entry);
      schedule();
    },
    cleared() {
      told.clear();
      waiting.clear();
      gone.clear();
      parts.cleared = true;
      schedule();
    },
    facts() {
      parts.facts = true;
      schedule();
    },
    flush,
    stop() {
      over.abort();
      port?.close();
      port = undefined;
    },
  };
}

function newsOfGone({ data: _, ...facts }: Entry): EntryNews {
  return { ...facts, news: { kind: 'gone' } };
}
