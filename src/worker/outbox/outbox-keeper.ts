import { type Clock, withLimit } from '../clock.ts';
import type { OutboxDisk } from './outbox-disk.ts';
import type { OutboxRecord } from './outbox-rules.ts';

/** An upload that the device takes longer to save is sent from memory meanwhile. */
const SAVED_WITHIN_MS = 2000;

/** The outbox in memory. */
interface Memory {
  readonly files: Map<string, Blob>;
  readonly find: (id: string) => OutboxRecord | undefined;
  readonly put: (record: OutboxRecord) => void;
  readonly forget: (id: string) => void;
  readonly write: (work: () => Promise<unknown>) => void;
}

/** Keeps uploads with their files on the device, and waits for it for seconds at most. */
export function createKeeper(clock: Clock, disk: OutboxDisk, memory: Memory) {
  const { files, find, put, forget, write } = memory;

  /** The device's own copy can be read when the original was changed, moved or pulled out. */
  async function takeCopy(id: string): Promise<void> {
    const copy = await disk.file(id);
    if (copy !== undefined && files.has(id)) files.set(id, copy);
  }

  /** It was sent from memory meanwhile, and may be over. */
  function savedLate(id: string): void {
    const record = find(id);
    if (record === undefined) {
      forget(id);
      return;
    }
    const saved = { ...record, inMemory: false };
    put(saved);
    write(() => disk.save(saved));
    if (files.has(id)) void takeCopy(id);
    else write(() => disk.forgetFile(id));
  }

  /** @returns whether it is on the device by now; a device that is slow goes on with it */
  async function keep(record: OutboxRecord, file: Blob): Promise<boolean> {
    const { id } = record;
    const saving = disk.saveWithFile(record, file);
    const soon = await withLimit(
      clock,
      SAVED_WITHIN_MS,
      new AbortController().signal,
      () => saving,
    );
    if (soon.end === 'late') void saving.then((isSaved) => isSaved && savedLate(id));
    const isKept = soon.end === 'done' && soon.value;
    if (isKept) await takeCopy(id);
    return isKept;
  }

  return {
    keep,
    /** The device may have lost what is said to be saved: it is saved again, or said to be in memory alone. */
    async keepAgain({ id, inMemory }: OutboxRecord): Promise<void> {
      const file = files.get(id);
      if (inMemory || file === undefined) return;
      const found = await disk.record(id);
      if (typeof found === 'object') return;
      const before = find(id);
      const isKept = found === 'gone' && before !== undefined && (await keep(before, file));
      const record = find(id);
      if (record !== undefined && !isKept) put({ ...record, inMemory: true });
    },
  };
}
