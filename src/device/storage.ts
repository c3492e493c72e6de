interface WebStorage {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
  removeItem(name: string): void;
}

/**
 * Small values that this browser keeps: on the device, or for this tab alone. A browser may forbid storage,
 * or have no room left: then reading finds nothing and writing does nothing. Nothing here throws.
 *
 * @param open may throw: naming the storage of a browser that forbids it does
 */
export function guardStorage(open: () => WebStorage | undefined) {
  function attempt<T>(work: (storage: WebStorage) => T): T | undefined {
    try {
      const storage = open();
      return storage && work(storage);
    } catch {
      return undefined;
    }
  }

  function set(name: string, value: string): boolean {
    return (
      attempt((storage) => {
        storage.setItem(name, value);
        return true;
      }) ?? false
    );
  }

  const get = (name: string) => attempt((storage) => storage.getItem(name)) ?? undefined;

  return {
    /** @returns undefined when nothing is kept under the name */
    get,
    /** @returns whether it is kept */
    set,
    remove: (name: string) => attempt((storage) => storage.removeItem(name)),
    /** @returns undefined for what is not there, is no JSON, or has another shape */
    getJson<T>(name: string, isValid: (value: unknown) => value is T): T | undefined {
      const text = get(name);
      const value = text && attempt(() => JSON.parse(text) as unknown);
      return isValid(value) ? value : undefined;
    },
    /** @returns whether it is kept */
    setJson: (name: string, value: unknown) => set(name, JSON.stringify(value)),
  };
}

type Storages = { readonly localStorage?: WebStorage; readonly sessionStorage?: WebStorage };

/** Kept on this device, for all tabs. */
export const deviceStorage = guardStorage(() => (globalThis as Storages).localStorage);
/** Kept for this tab, reloads included. */
export const tabStorage = guardStorage(() => (globalThis as Storages).sessionStorage);
