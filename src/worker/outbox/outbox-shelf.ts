import type { Clock } from '../clock.ts';
import { aged, isOpen, joined, type OutboxRecord } from './outbox.ts';
import type { OutboxDisk } from './outbox-disk.ts';

/** The outbox in this worker's memory, with the files of what is not sent, and the device behind it. */
export interface OutboxShelf {
  all(): readonly OutboxRecord[];
  find(id: string): OutboxRecord | undefined;
  file(id: string): Blob | undefined;
  /** Kept on the device before it resolves, or in memory alone when the device fails. */
  add(record: OutboxRecord, file: Blob): Promise<OutboxRecord>;
  /** Takes what another tab has added and kept. Where it is known already, more is known of it. */
  adopt(record: OutboxRecord, file: Blob): Promise<void>;
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
    set([...without(record.id), record].sort((a, b) => a.addedAt - b.addedAt));
  }

  function restore(kept: OutboxRecord, file: Blob | undefined): void {
    const known = records.find(({ id }) => id === kept.id);
    const record = known === undefined ? kept : joined(known, kept);
    if (file !== undefined && record.state.state !== 'done') files.set(record.id, file);
    if (isOpen(record) && !files.has(record.id)) remove(record.id);
    else if (record !== known) put(record);
  }

  function remove(id: string): void {
    if (records.some((record) => record.id === id)) set(without(id));
    else drop(id);
  }

  const without = (id: string) => records.filter((record) => record.id !== id);

  async function add(record: OutboxRecord, file: Blob): Promise<OutboxRecord> {
    files.set(record.id, file);
    const saved = await disk.save(record, file);
    const copy = saved ? await disk.file(record.id) : undefined;
    if (copy !== undefined) files.set(record.id, copy);
    const added = { ...record, inMemory: !saved };
    put(added);
    return added;
  }

  return {
    all: () => records,
    find: (id) => records.find((record) => record.id === id),
    file: (id) => files.get(id),
    add,
    async adopt(record, file) {
      restore(record, file);
      const copy = await disk.file(record.id);
      if (copy !== undefined && files.has(record.id)) files.set(record.id, copy);
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
    remove,
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
