import { clear, delMany, entries, get, promisifyRequest, setMany, type UseStore } from 'idb-keyval';

export interface Dated {
  /** Epoch milliseconds at which it was true. */
  readonly at: number;
}

/** @returns whether a stored value is newer than another, and not of the future */
export function isNewer(stored: unknown, { at }: Dated, now: number): boolean {
  const known = typeof stored === 'object' && stored !== null && 'at' in stored ? stored.at : 0;
  return typeof known === 'number' && known > at && known <= now;
}

/** Values that outlive the tab, in one IndexedDB database. Every method may reject. */
export interface KeyValue {
  entries(): Promise<readonly (readonly [string, unknown])[]>;
  /** @returns undefined for a key without a value */
  get(key: string): Promise<unknown>;
  setMany(values: readonly (readonly [string, unknown])[]): Promise<void>;
  /** Writes each value unless one is stored that is newer. @param now what is stored with a later time was stored by a wrong clock */
  setNewest(values: readonly (readonly [string, Dated])[], now: number): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
  /** Removes the database itself, its name included, and closes it. */
  erase(): Promise<void>;
  close(): void;
}

/**
 * One connection, opened when it is first used. It makes way for another version and comes back. A browser may
 * lose it without a word, as WebKit does after the background: then it is opened again and the work done once more.
 *
 * @param storeName of the database's one object store
 * @param onGone called when an open connection ended: the database may have been deleted
 */
export function openKeyValue(
  name: string,
  storeName = 'entries',
  onGone: () => void = () => undefined,
): KeyValue {
  let opened: Promise<IDBDatabase> | undefined;

  function database(): Promise<IDBDatabase> {
    if (opened !== undefined) return opened;
    const opening = openDatabase(name, storeName, () => {
      forget(opening);
      onGone();
    });
    opened = opening;
    opening.catch(() => forget(opening));
    return opening;
  }

  function forget(connection: Promise<IDBDatabase>): void {
    if (opened === connection) opened = undefined;
  }

  function drop(connection: Promise<IDBDatabase>): void {
    forget(connection);
    void connection.then((db) => db.close(), String);
  }

  async function transact<T>(
    connection: Promise<IDBDatabase>,
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => T | PromiseLike<T>,
  ): Promise<T> {
    const db = await connection;
    return work(db.transaction(storeName, mode).objectStore(storeName));
  }

  const use: UseStore = async (mode, work) => {
    const connection = database();
    try {
      return await transact(connection, mode, work);
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
      drop(connection);
      const again = database();
      return transact(again, mode, work);
    }
  };

  function close(): void {
    void opened?.then((db) => db.close(), String);
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
    setNewest: (values, now) =>
      use('readwrite', (store) => {
        for (const [key, value] of values) {
          const stored = store.get(key);
          stored.onsuccess = () => isNewer(stored.result, value, now) || store.put(value, key);
        }
        return promisifyRequest(store.transaction);
      }),
    remove: (keys) => delMany([...keys], use),
    async erase() {
      await clear(use);
      close();
      await removeDatabase(name);
    },
    close,
  };
}

/** A full disk or a value that cannot be stored fails on any connection; these fail on a dead one. */
function isConnectionLost(error: unknown): boolean {
  const names = ['InvalidStateError', 'UnknownError', 'AbortError'];
  return error instanceof Error && names.includes(error.name);
}

/** @param gone called when the connection is no more: another version needs the place, or the browser closed it */
function openDatabase(name: string, storeName: string, gone: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName);
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

/** Another tab may hold the database open; it is empty by now, and goes when that tab lets go. */
function removeDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onblocked = () => resolve();
    request.onerror = () => reject(request.error);
  });
}
