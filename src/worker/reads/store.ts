import type { Key } from '../../../contract/paths.ts';
import type { Entry } from '../api.ts';

/**
 * What is known of every read, by the text of its key. It tells of every entry that changed, and holds no
 * more than its cap: reads with an id in their path would otherwise gather for months.
 */
export interface Store {
  get(text: string): Entry | undefined;
  all(): readonly Entry[];
  set(entry: Entry): void;
  /** Sets each entry to what `next` makes of it, and tells of those that became another. */
  revise(next: (entry: Entry) => Entry): void;
  /** Forgets an entry, and tells of it as dropped. */
  remove(text: string): void;
  /** @returns the undo */
  subscribe(listener: StoreListener): () => void;
}

export interface StoreListener {
  readonly changed: (entry: Entry) => void;
  /** It had to make room, being the oldest that nobody needs, or was removed. */
  readonly dropped: (entry: Entry) => void;
}

const ENTRIES_MAX = 200;

export function textOf(key: Key): string {
  return key.join('/');
}

/** @param isNeeded whether an entry must stay, however old */
export function createStore(isNeeded: (text: string) => boolean): Store {
  const entries = new Map<string, Entry>();
  const listeners = new Set<StoreListener>();

  /** A map keeps the order in which its keys came; `set` moves what it writes to the end. */
  function makeRoom(): void {
    if (entries.size <= ENTRIES_MAX) return;
    for (const text of entries.keys()) {
      if (isNeeded(text)) continue;
      remove(text);
      return;
    }
  }

  function remove(text: string): void {
    const entry = entries.get(text);
    if (entry === undefined) return;
    entries.delete(text);
    for (const { dropped } of listeners) dropped(entry);
  }

  function set(entry: Entry): void {
    const text = textOf(entry.key);
    if (entries.get(text) === entry) return;
    entries.delete(text);
    entries.set(text, entry);
    for (const { changed } of listeners) changed(entry);
    makeRoom();
  }

  return {
    get: (text) => entries.get(text),
    all: () => [...entries.values()],
    set,
    revise(next) {
      for (const entry of [...entries.values()]) set(next(entry));
    },
    remove,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
