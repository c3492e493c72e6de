/** Cache Storage in memory, as much of it as the kept files need. */
export interface CachesDouble extends Pick<CacheStorage, 'open'> {
  /** Paths of what is kept. */
  paths(): string[];
}

export function createCaches(): CachesDouble {
  const kept = new Map<string, Response>();
  const pathOf = (key: RequestInfo | URL) =>
    new URL(key instanceof Request ? key.url : key, 'https://console.test').pathname;
  const cache = {
    keys: async () => [...kept.keys()].map((path) => new Request(`https://console.test${path}`)),
    match: async (key: RequestInfo | URL) => kept.get(pathOf(key))?.clone(),
    put: async (key: RequestInfo | URL, answer: Response) => {
      kept.set(pathOf(key), answer);
    },
    delete: async (key: RequestInfo | URL) => kept.delete(pathOf(key)),
  };
  return { open: async () => cache as unknown as Cache, paths: () => [...kept.keys()] };
}
