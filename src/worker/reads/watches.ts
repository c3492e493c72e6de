import type { Clock } from '../clock.ts';

/**
 * Who watches which key. The first watcher of a key starts something, and it ends a grace after the last
 * has left, so that going to another screen and back does not flap. It knows nothing of what it starts.
 */
export interface Watches {
  /** Watching twice is watching once: a watcher that was restarted may say so again. */
  add(watcher: string, key: string): void;
  remove(watcher: string, key: string): void;
  has(key: string): boolean;
  keys(): readonly string[];
  /** Ends everything at once. */
  stop(): void;
}

export const GRACE_MS = 5000;

interface Watched {
  readonly watchers: Set<string>;
  readonly end: () => void;
  leaving: AbortController | undefined;
}

/** @param start begins work for a key; what it returns ends that work */
export function createWatches(clock: Clock, start: (key: string) => () => void): Watches {
  const watched = new Map<string, Watched>();

  function end(key: string): void {
    const gone = watched.get(key);
    watched.delete(key);
    gone?.leaving?.abort();
    gone?.end();
  }

  async function leave(key: string, one: Watched): Promise<void> {
    const leaving = new AbortController();
    one.leaving = leaving;
    if (await clock.sleep(GRACE_MS, leaving.signal)) end(key);
  }

  return {
    add(watcher, key) {
      const one = watched.get(key) ?? { watchers: new Set(), end: start(key), leaving: undefined };
      watched.set(key, one);
      one.watchers.add(watcher);
      one.leaving?.abort();
    },
    remove(watcher, key) {
      const one = watched.get(key);
      if (one?.watchers.delete(watcher) && one.watchers.size === 0) void leave(key, one);
    },
    has: (key) => watched.has(key),
    keys: () => [...watched.keys()],
    stop() {
      for (const key of [...watched.keys()]) end(key);
    },
  };
}
