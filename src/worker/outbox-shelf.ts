import type { Clock } from './clock.ts';
import { aged, isOpen, type OutboxRecord } from './outbox.ts';
import type { OutboxDisk } from './outbox-disk.ts';

/** The outbox in this worker's memory, with the files of what is not sent, and the device behind it. */
export interface OutboxShelf {
  all(): readonly OutboxRecord[];
  find(id: string): OutboxRecord | undefined;
  file(id: string): Blob | undefined;
  /** Kept on the device before it resolves, or in memory alone when the device fails. */
  add(record: OutboxRecord, file: Blob): Promise<OutboxRecord>;
  /** Changes a record that is still there. */
  change(id: string, next: (record: OutboxRecord) => OutboxRecord, how: 'kept' | 'passing'): void;
  remove(id: string): void;
  /** What the leader says replaces everything; files of this tab's own stay. */
  replace(records: readonly OutboxRecord[]): void;
  /** Adds what the device remembers and nobody here knows. */
  load(): Promise<void>;
  /** Everything that was to be written is written. */
  settled(): Promise<void>;
}

/** @param changed called with every change of the list */
export function createOutboxShelf(
  clock: Pick<Clock, 'now'>,
  disk: OutboxDisk,
  changed: () => void,
): OutboxShelf {
  const files = new Map<string, Blob>();
  let records: readonly OutboxRecord[] = [];
  let writing: Promise<unknown> = Promise.resolve();

  function write(work: () => Promise<unknown>): void {
    writing = writing.then(work);
  }

  function set(next: readonly OutboxRecord[]): void {
    const known = new Map(records.map((record) => [record.id, record]));
    records = aged(next, clock.now());
    const left = new Set(records.map(({ id }) => id));
    for (const id of known.keys()) if (!left.has(id)) drop(id);
    changed();
  }

  function drop(id: string): void {
    files.delete(id);
    write(() => disk.forget(id));
  }

  function ended(record: OutboxRecord): void {
    files.delete(record.id);
    write(() => disk.forgetFile(record.id));
  }

  function put(record: OutboxRecord): void {
    const others = records.filter(({ id }) => id !== record.id);
    set([...others, record].sort((a, b) => a.addedAt - b.addedAt));
  }

  function restore(record: OutboxRecord, file: Blob | undefined): void {
    if (file !== undefined) files.set(record.id, file);
    if (isOpen(record) && !files.has(record.id)) drop(record.id);
    else if (!records.some(({ id }) => id === record.id)) put(record);
  }

  return {
    all: () => records,
    find: (id) => records.find((record) => record.id === id),
    file: (id) => files.get(id),
    async add(record, file) {
      files.set(record.id, file);
      const saved = await disk.save(record, file);
      const added = { ...record, inMemory: !saved };
      put(added);
      return added;
    },
    change(id, next, how) {
      const before = records.find((record) => record.id === id);
      if (before === undefined) return;
      const after = next(before);
      if (after === before) return;
      put(after);
      if (how === 'kept') write(() => disk.save(after));
      if (after.state.state === 'done') ended(after);
    },
    remove: (id) => set(records.filter((record) => record.id !== id)),
    replace(next) {
      records = next;
      for (const id of files.keys())
        if (!next.some((record) => record.id === id && record.state.state !== 'done'))
          files.delete(id);
      changed();
    },
    async load() {
      for (const { record, file } of await disk.load()) restore(record, file);
      changed();
    },
    async settled() {
      await writing;
    },
  };
}
