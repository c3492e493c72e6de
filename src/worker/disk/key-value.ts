import { clear, delMany, entries, get, setMany, type UseStore } from 'idb-keyval';

/** A place for values that outlives the tab. Every method may reject. */
export interface KeyValue {
  entries(): Promise<readonly (readonly [string, unknown])[]>;
  /** @returns undefined for a key that nothing lies under */
  get(key: string): Promise<unknown>;
  setMany(values: readonly (readonly [string, unknown])[]): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
  /** Removes the place itself, its name included, and closes it. */
  erase(): Promise<void>;
  close(): void;
}

const STORE = 'entries';

/** The one place with idb-keyval: one connection, which makes way for another version and comes back. */
export function openKeyValue(name: string): KeyValue {
  let opened: Promise<IDBDatabase> | undefined;

  function database(): Promise<IDBDatabase> {
    opened ??= open(name, () => {
      opened = undefined;
    }).catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  }

  const use: UseStore = async (mode, work) => {
    const db = await database();
    return work(db.transaction(STORE, mode).objectStore(STORE));
  };

  function close(): void {
    void opened?.then((db) => db.close());
    opened = undefined;
  }

  return {
    entries: () => entries<string, unknown>(use),
    get: (key) => get(key, use),
    setMany: (values) =>
      setMany(
        values.map(([key, value]): [string, unknown] => [key, value]),
        use,
      ),
    remove: (keys) => delMany([...keys], use),
    async erase() {
      await clear(use);
      close();
      await removeDatabase(name);
    },
    close,
  };
}

/** @param gone called when the connection is no more, by another version's wish or the browser's */
function open(name: string, gone: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const db = request.result;
      db.onclose = gone;
      db.onversionchange = () => {
        db.close();
        gone();
      };
      resolve(db);
    };
  });
}

/** Another tab may hold the place open; it is empty by now, and goes when that tab lets go. */
function removeDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onblocked = () => resolve();
    request.onerror = () => reject(request.error);
  });
}
