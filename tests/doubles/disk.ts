import type { KeyValue } from '../../src/shared/key-value.ts';

/** Disks of one device: they outlive the workers that open them. */
export interface FakeDisks {
  readonly openKeyValue: (name: string) => KeyValue;
  /** What is stored under a name. */
  stored(name: string): ReadonlyMap<string, unknown>;
  /** How often something was written under it. */
  writes(name: string): number;
  put(name: string, key: string, value: unknown): void;
  /** From now on every use fails, or ends only once the disk works again. */
  breakDown(how: 'fail' | 'hang' | 'work'): void;
  open(): number;
}

export function createFakeDisks(): FakeDisks {
  const disks = new Map<string, Map<string, unknown>>();
  const writes = new Map<string, number>();
  let how: 'fail' | 'hang' | 'work' = 'work';
  let open = 0;
  const hung: (() => void)[] = [];

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
    openKeyValue(name) {
      const disk = diskOf(name);
      open += 1;
      return {
        entries: () => use(() => structuredClone([...disk])),
        get: (key) => use(() => structuredClone(disk.get(key))),
        setMany: (values) =>
          use(() => {
            writes.set(name, (writes.get(name) ?? 0) + 1);
            for (const [key, value] of structuredClone(values)) disk.set(key, value);
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
    open: () => open,
  };
}
