import type { Key } from '../../contract/paths.ts';
import type { Entry } from './api.ts';

/** What is known of every read, by the text of its key. It tells of every entry that changed. */
export interface Store {
  get(text: string): Entry | undefined;
  all(): readonly Entry[];
  set(entry: Entry): void;
  /** Sets each entry to what `next` makes of it, and tells of those that became another. */
  revise(next: (entry: Entry) => Entry): void;
  clear(): void;
  /** @returns the undo */
  subscribe(listener: (entry: Entry) => void): () => void;
}

export function textOf(key: Key): string {
  return key.join('/');
}

export function createStore(): Store {
  const entries = new Map<string, Entry>();
  const listeners = new Set<(entry: Entry) => void>();

  function set(entry: Entry): void {
    const text = textOf(entry.key);
    if (entries.get(text) === entry) return;
    entries.set(text, entry);
    for (const listener of listeners) listener(entry);
  }

  return {
    get: (text) => entries.get(text),
    all: () => [...entries.values()],
    set,
    revise(next) {
      for (const entry of [...entries.values()]) set(next(entry));
    },
    clear: () => entries.clear(),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
