import { isNewer, type KeyValue } from '../../src/shared/key-value.ts';

/** Disks of one device: they outlive the workers that open them. */
export interface FakeDisks {
  readonly openKeyValue: (name: string, storeName?: string, onGone?: () => void) => KeyValue;
  /** What is stored under a name. */
  stored(name: string): ReadonlyMap<string, unknown>;
  /** How often something was written under it. */
  writes(name: string): number;
  put(name: string, key: string, value: unknown): void;
  /** From now on every use fails, or ends only once the disk works again. */
  breakDown(how: 'fail' | 'hang' | 'work'): void;
  /** Deletes what is stored under a name, under whoever has it open. */
  deleteUnder(name: string): void;
  open(): number;
}

export function createFakeDisks(): FakeDisks {
  const disks = new Map<string, Map<string, unknown>>();
  const writes = new Map<string, number>();
  let how: 'fail' | 'hang' | 'work' = 'work';
  let open = 0;
  const hung: (() => void)[] = [];
  const gone = new Map<string, (() => void)[]>();

  function diskOf(name: string): Map<string, unknown> {
    const disk = disks.get(name) ?? new Map<string, unknown>();
    disks.set(name, disk);
    return disk;
  }

  function use<T>(work: () => T): Promise<T> {
    if (how === 'hang') return new Promise((resolve) => hung.push(() => resolve(work())));
    if (how === 'fail') return Promise.reject(new Error('the disk is full'));
    return Promise.resolve(work());
  }

  return {
    openKeyValue(name, _, onGone = () => undefined) {
      const disk = diskOf(name);
      gone.set(name, [...(gone.get(name) ?? []), onGone]);
      open += 1;
      return {
        entries: () => use(() => structuredClone([...disk])),
        get: (key) => use(() => structuredClone(disk.get(key))),
        setMany: (values) =>
          use(() => {
            writes.set(name, (writes.get(name) ?? 0) + 1);
            for (const [key, value] of structuredClone(values)) disk.set(key, value);
          }),
        setNewest: (values, now) =>
          use(() => {
            writes.set(name, (writes.get(name) ?? 0) + 1);
            for (const [key, value] of structuredClone(values))
              if (!isNewer(disk.get(key), value, now)) disk.set(key, value);
          }),
        remove: (keys) =>
          use(() => {
            for (const key of keys) disk.delete(key);
          }),
        erase: () => use(() => disk.clear()),
        close() {
          open -= 1;
        },
      };
    },
    stored: diskOf,
    writes: (name) => writes.get(name) ?? 0,
    put: (name, key, value) => diskOf(name).set(key, value),
    breakDown(next) {
      how = next;
      for (const goOn of how === 'work' ? hung.splice(0) : []) goOn();
    },
    deleteUnder(name) {
      diskOf(name).clear();
      for (const tell of gone.get(name) ?? []) tell();
    },
    open: () => open,
  };
}
