import type { Lead } from './leader.ts';

/**
 * One leader among the tabs, by a lock that the browser keeps: it goes to the next in line the moment its
 * holder closes, and can be taken from a holder that no longer answers. Whether it answers is judged elsewhere.
 *
 *   waiting -> leading -> (stolen) -> waiting ...
 */
export interface LockDoor {
  /**
   * Holds the lock until `hold` settles. Rejects with an AbortError when the lock is stolen or the waiting
   * is given up; with anything else where there are no locks.
   */
  request(
    name: string,
    how: { readonly signal: AbortSignal } | { readonly steal: true },
    hold: () => Promise<void>,
  ): Promise<unknown>;
}

/** Where the browser refuses locks, every tab leads itself. */
export function createElection(locks: LockDoor): Lead {
  return (name, signal, run) => {
    let waiting = new AbortController();
    let seizing = false;

    /** @returns false when there are no locks here */
    async function stand(): Promise<boolean> {
      const leading = new AbortController();
      waiting = new AbortController();
      const stop = () => {
        waiting.abort();
        leading.abort();
      };
      signal.addEventListener('abort', stop);
      const how = seizing ? { steal: true as const } : { signal: waiting.signal };
      seizing = false;
      try {
        await locks.request(name, how, () => {
          if (!signal.aborted) run(leading.signal);
          return ended(leading.signal);
        });
        return true;
      } catch (error) {
        return isAbort(error);
      } finally {
        signal.removeEventListener('abort', stop);
        leading.abort();
      }
    }

    async function stay(): Promise<void> {
      while (!signal.aborted) {
        if (await stand()) continue;
        if (!signal.aborted) run(signal);
        return;
      }
    }

    void stay();
    return {
      seize() {
        seizing = true;
        waiting.abort();
      },
    };
  };
}

function ended(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
