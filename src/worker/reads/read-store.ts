import { CALLS, type ReadName } from '../../../contract/calls.ts';
import { keyOf, keyText, type PathParams } from '../../../contract/paths.ts';
import type { Entry } from '../../shared/model.ts';

/** Which read, of which parameters. */
export interface ReadRef {
  readonly name: ReadName;
  readonly params: PathParams;
}

export function readKey({ name, params }: ReadRef): string {
  return keyText(keyOf(name, params));
}

/** @returns an entry of which nothing is known */
export function blankEntry({ name, params }: ReadRef): Entry {
  return {
    key: keyOf(name, params),
    data: undefined,
    at: undefined,
    seq: 0,
    from: 'server',
    failure: undefined,
    everyMs: CALLS[name].pollMs,
    isStreamed: false,
  };
}

export interface StoreListener {
  readonly onChange: (entry: Entry) => void;
  /** It had to make room, being the oldest that nothing retains, or was removed. */
  readonly onDrop: (entry: Entry) => void;
}

const ENTRIES_MAX = 200;

export type ReadStore = ReturnType<typeof createReadStore>;

/**
 * What is known of every read, by the text of its key. Listeners are called for every entry that changed. It
 * holds no more than its cap: reads with an id in their path would otherwise gather for months.
 */
export function createReadStore() {
  const entries = new Map<string, Entry>();
  const retained = new Map<string, number>();
  const listeners = new Set<StoreListener>();

  /** A map keeps the order in which its keys came; `set` moves what it writes to the end. */
  function makeRoom(): void {
    if (entries.size <= ENTRIES_MAX) return;
    for (const key of entries.keys()) {
      if (retained.has(key)) continue;
      remove(key);
      return;
    }
  }

  function remove(key: string): void {
    const entry = entries.get(key);
    if (entry === undefined) return;
    entries.delete(key);
    for (const { onDrop } of listeners) onDrop(entry);
  }

  function set(entry: Entry): void {
    const key = keyText(entry.key);
    if (entries.get(key) === entry) return;
    entries.delete(key);
    entries.set(key, entry);
    for (const { onChange } of listeners) onChange(entry);
    makeRoom();
  }

  function addTo(key: string, change: 1 | -1): void {
    const count = (retained.get(key) ?? 0) + change;
    if (count > 0) retained.set(key, count);
    else retained.delete(key);
  }

  return {
    /** Name of the stream that the numbers of the entries belong to. */
    streamId: undefined as string | undefined,
    get: (key: string) => entries.get(key),
    all: () => [...entries.values()],
    set,
    /** Sets each entry to what `next` makes of it; listeners are called for those that became another. */
    revise(next: (entry: Entry) => Entry): void {
      for (const entry of [...entries.values()]) set(next(entry));
    },
    /** Forgets an entry; listeners are called. */
    remove,
    /** Keeps an entry from being dropped, however old it is. @returns the undo */
    retain(key: string): () => void {
      addTo(key, 1);
      return () => addTo(key, -1);
    },
    /** @returns the undo */
    subscribe(listener: StoreListener): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
