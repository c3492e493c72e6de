interface WebStorage {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
  removeItem(name: string): void;
}

/** Where a browser forbids storage, or has no room, reading finds nothing and writing does nothing. @param open may throw */
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
    get,
    set,
    remove: (name: string) => attempt((storage) => storage.removeItem(name)),
    /** @returns undefined for what is not there, is no JSON, or has another shape */
    getJson<T>(name: string, isValid: (value: unknown) => value is T): T | undefined {
      const text = get(name);
      const value = text && attempt(() => JSON.parse(text) as unknown);
      return isValid(value) ? value : undefined;
    },
    setJson: (name: string, value: unknown) => set(name, JSON.stringify(value)),
  };
}

type Storages = { readonly localStorage?: WebStorage; readonly sessionStorage?: WebStorage };

export const deviceStorage = guardStorage(() => (globalThis as Storages).localStorage);
export const tabStorage = guardStorage(() => (globalThis as Storages).sessionStorage);
