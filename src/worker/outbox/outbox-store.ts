import type { Clock } from '../clock.ts';
import type { ServerTime } from '../server-time.ts';
import type { OutboxDisk } from './outbox-disk.ts';
import { isUnfinished, joined, type OutboxRecord, withoutExpired } from './outbox-rules.ts';

export type OutboxStore = ReturnType<typeof createOutboxStore>;

/**
 * The outbox in memory, with the files of what is not sent, and the device behind it.
 *
 * @param onChange called with every change of the list
 */
export function createOutboxStore(
  clock: Pick<Clock, 'now'>,
  serverTime: Pick<ServerTime, 'steadyNow'>,
  disk: OutboxDisk,
  onChange: () => void,
) {
  const files = new Map<string, Blob>();
  let records: readonly OutboxRecord[] = [];
  let writing: Promise<unknown> = Promise.resolve();

  const find = (id: string) => records.find((record) => record.id === id);
  const without = (id: string) => records.filter((record) => record.id !== id);

  function write(work: () => Promise<unknown>): void {
    writing = writing.then(work);
  }

  function set(next: readonly OutboxRecord[]): void {
    const before = records;
    records = withoutExpired(next, clock.now(), serverTime.steadyNow());
    const left = new Set(records.map(({ id }) => id));
    for (const { id } of before) if (!left.has(id)) forget(id);
    onChange();
  }

  function forget(id: string): void {
    files.delete(id);
    write(() => disk.forget(id));
  }

  function put(record: OutboxRecord): void {
    set([...without(record.id), record].sort((a, b) => a.addedAt - b.addedAt));
  }

  function remove(id: string): void {
    if (find(id) === undefined) forget(id);
    else set(without(id));
  }

  function restore(kept: OutboxRecord, file: Blob | undefined): void {
    const known = find(kept.id);
    const record = known === undefined ? kept : joined(known, kept);
    if (file !== undefined && record.state.state !== 'done') files.set(record.id, file);
    if (isUnfinished(record) && !files.has(record.id)) remove(record.id);
    else if (record !== known) put(record);
  }

  return {
    all: () => records,
    find,
    file: (id: string) => files.get(id),
    /** Kept on the device before it resolves, or in memory alone when the device fails. */
    async add(record: OutboxRecord, file: Blob): Promise<void> {
      files.set(record.id, file);
      const saved = await disk.save(record, file);
      const copy = saved ? await disk.file(record.id) : undefined;
      if (copy !== undefined) files.set(record.id, copy);
      put({ ...record, inMemory: !saved });
    },
    /** Changes a record that is still there. passing: not worth a write. */
    change(
      id: string,
      next: (record: OutboxRecord) => OutboxRecord,
      how: 'saved' | 'passing',
    ): void {
      const before = find(id);
      if (before === undefined) return;
      const after = next(before);
      if (after === before) return;
      put(after);
      if (how === 'saved') write(() => disk.save(after));
      if (after.state.state !== 'done') return;
      files.delete(id);
      write(() => disk.forgetFile(id));
    },
    remove,
    /** Takes over what the device knows of an upload. */
    async reload(id: string): Promise<void> {
      if (find(id)?.inMemory !== false) return;
      await writing;
      const kept = await disk.record(id);
      if (kept === 'gone') remove(id);
      else if (kept !== undefined && find(id) !== undefined) restore(kept, undefined);
    },
    /** Adds what the device remembers. */
    async load(): Promise<void> {
      for (const { record, file } of await disk.load()) restore(record, file);
      onChange();
    },
    /** Resolves when everything that was to be written is written. */
    async written(): Promise<void> {
      await writing;
    },
  };
}
