import type { Clock } from '../clock.ts';
import type { ServerTime } from '../server-time.ts';
import type { Kept, OutboxDisk } from './outbox-disk.ts';
import { createKeeper } from './outbox-keeper.ts';
import { adopted, isUnfinished, type OutboxRecord, withoutExpired } from './outbox-rules.ts';

export type OutboxStore = ReturnType<typeof createOutboxStore>;

interface OutboxStoreDeps {
  readonly clock: Clock;
  readonly serverTime: Pick<ServerTime, 'steadyNow'>;
  readonly disk: OutboxDisk;
  /** Called with every change of the list. */
  readonly onChange: () => void;
  /** Called when this tab has written to the device, which other tabs read. */
  readonly onWritten: () => void;
}

/** The outbox in memory, with the files of what is not sent, and the device behind it, which all tabs share. */
export function createOutboxStore(deps: OutboxStoreDeps) {
  const { clock, serverTime, disk, onChange, onWritten } = deps;
  const files = new Map<string, Blob>();
  let records: readonly OutboxRecord[] = [];
  let writing: Promise<unknown> = Promise.resolve();
  let isLost = false;

  const find = (id: string) => records.find((record) => record.id === id);
  const without = (id: string) => records.filter((record) => record.id !== id);

  function write(work: () => Promise<unknown>): void {
    writing = writing.then(work).then(onWritten);
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

  /** Another tab has removed them. */
  function drop(ids: ReadonlySet<string>): void {
    for (const id of ids) files.delete(id);
    records = records.filter(({ id }) => !ids.has(id));
    onChange();
  }

  const keeper = createKeeper(clock, disk, { files, find, put, forget, write });

  return {
    all: () => records,
    find,
    file: (id: string) => files.get(id),
    /** Kept on the device before it resolves, or in memory alone when the device fails, or until it is done. */
    async add(record: OutboxRecord, file: Blob): Promise<void> {
      files.set(record.id, file);
      const isKept = await keeper.keep(record, file);
      put({ ...record, inMemory: !isKept });
      if (isKept) onWritten();
    },
    /** The device may have lost what it had: what is missing there meanwhile was not removed by another tab. */
    async keepAgain(): Promise<void> {
      isLost = true;
      for (const record of records) await keeper.keepAgain(record);
      isLost = false;
    },
    /** Changes a record that is still there. passing: not worth a write. */
    change(
      id: string,
      next: (record: OutboxRecord) => OutboxRecord,
      how: 'saved' | 'passing',
    ): void {
      const before = find(id);
      const after = before && next(before);
      if (after === undefined || after === before) return;
      put(after);
      if (how === 'saved') write(() => disk.save(after));
      if (after.state.state === 'done' && files.delete(id)) write(() => disk.forgetFile(id));
    },
    remove,
    /**
     * Takes over what the device holds, which other tabs have written.
     *
     * @param own id of the upload that this tab sends, of which it knows more
     */
    async load(own?: string): Promise<void> {
      const wasLost = isLost;
      await writing;
      const saved = records.filter(({ inMemory }) => !inMemory).map(({ id }) => id);
      const loaded = await disk.load();
      if (loaded === undefined) return;
      for (const kept of loaded)
        if (kept.record.id !== own) restore(kept, { files, find, put, remove });
      const found = new Set(loaded.map(({ record }) => record.id));
      drop(new Set(wasLost || isLost ? [] : saved.filter((id) => !found.has(id))));
    },
    /** Resolves when everything that was to be written is written. */
    written: (): Promise<unknown> => writing,
  };
}

interface Restoring {
  readonly files: Map<string, Blob>;
  readonly find: (id: string) => OutboxRecord | undefined;
  readonly put: (record: OutboxRecord) => void;
  readonly remove: (id: string) => void;
}

function restore({ record: kept, file }: Kept, { files, find, put, remove }: Restoring): void {
  const known = find(kept.id);
  const record = known === undefined ? kept : adopted(known, kept);
  if (record.state.state === 'done') files.delete(record.id);
  else if (file !== undefined && !files.has(record.id)) files.set(record.id, file);
  if (isUnfinished(record) && !files.has(record.id)) remove(record.id);
  else put(record);
}
