import type { Entry, EntryNews, LinkState, Push, StorageState } from '../worker/api.ts';
import { applyNews } from '../worker/page/news.ts';

/**
 * The page's copy of what the worker knows, made of its pushes and of nothing else. It knows no React and
 * no Query, so the sign-in page can load it.
 */
export interface Mirror {
  apply(push: Push): void;
  entry(key: readonly string[]): Entry | undefined;
  entries(): readonly Entry[];
  link(): LinkState;
  /** Server time, epoch milliseconds. */
  serverNow(): number;
  skewMs(): number;
  storage(): StorageState;
  /** Called after each push that was applied. @returns the undo */
  subscribe(listener: (push: Push) => void): () => void;
  /** Resolves once the push with this number has been applied. */
  reached(number: number): Promise<void>;
  /**
   * Keeps pushes for later, and the clock where it is, until the undo that is returned is called: who draws a
   * page in slices finds at the end what it found at the beginning, and need not draw it twice.
   */
  hold(): () => void;
  /** A new worker numbers its pushes from the start. What is known stays until it says otherwise. */
  restart(): void;
}

const NOT_YET: LinkState = {
  state: 'connecting',
  attempt: 0,
  nextTryAt: 0,
  liveMessageSeen: false,
  role: 'leading',
};

/** @param now this device's clock, epoch milliseconds */
export function createMirror(now: () => number): Mirror {
  const entries = new Map<string, Entry>();
  const listeners = new Set<(push: Push) => void>();
  let link = NOT_YET;
  let skewMs = 0;
  let storage: StorageState = 'disk';
  let number = 0;
  let held: { readonly at: number; readonly pushes: Push[] } | undefined;

  function put(news: EntryNews): void {
    const text = textOf(news.key);
    const { news: dataNews, ...facts } = news;
    if (dataNews.kind === 'gone') {
      entries.delete(text);
      return;
    }
    entries.set(text, { ...facts, data: applyNews(entries.get(text)?.data, dataNews) });
  }

  function subscribe(listener: (push: Push) => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  function apply(push: Push): void {
    if (push.cleared) entries.clear();
    for (const news of push.entries ?? []) put(news);
    link = push.link ?? link;
    skewMs = push.skewMs ?? skewMs;
    storage = push.storage ?? storage;
    number = push.number;
    for (const listener of [...listeners]) listener(push);
  }

  function release(): void {
    const { pushes } = held ?? { pushes: [] };
    held = undefined;
    pushes.forEach(apply);
  }

  return {
    subscribe,
    apply(push) {
      if (held === undefined) apply(push);
      else held.pushes.push(push);
    },
    entry: (key) => entries.get(textOf(key)),
    entries: () => [...entries.values()],
    link: () => link,
    serverNow: () => (held?.at ?? now()) + skewMs,
    skewMs: () => skewMs,
    storage: () => storage,
    reached(wanted) {
      if (number >= wanted) return Promise.resolve();
      return new Promise((resolve) => {
        const stop = subscribe((push) => {
          if (push.number < wanted) return;
          stop();
          resolve();
        });
      });
    },
    hold() {
      held ??= { at: now(), pushes: [] };
      return release;
    },
    restart() {
      release();
      number = 0;
    },
  };
}

function textOf(key: readonly string[]): string {
  return key.join('/');
}
