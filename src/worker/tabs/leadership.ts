/**
 * Which tab's worker speaks to the server for an account: it alone holds the socket, polls and sends uploads.
 * The browser keeps the lock: it goes to the next in line the moment its holder closes, and can be stolen from a
 * holder that no longer answers.
 *
 *   waiting -> leading -> (stolen) -> waiting ...
 */
interface Leadership {
  /**
   * Waits for the lead until the signal ends it, again each time it was lost.
   *
   * @param onLead called each time this worker begins to lead, with a signal that ends when it no longer does
   */
  campaign(signal: AbortSignal, onLead: OnLead): void;
  /** Takes the lead from a worker that no longer answers. */
  steal(): void;
}

/** @param stolen whether the lead was taken from a worker that may still run */
type OnLead = (leading: AbortSignal, stolen: boolean) => void;

/** @param name of what is led; tabs with the same name have one leader */
export type CreateLeadership = (name: string) => Leadership;

/** The part of the browser's Web Locks that is used. */
export interface Locks {
  /**
   * Holds the lock until the promise of `hold` ends. Rejects with an AbortError when the lock is stolen or the waiting
   * is given up; with anything else where there are no locks.
   */
  request(
    name: string,
    how: { readonly signal: AbortSignal } | { readonly steal: true },
    hold: () => Promise<void>,
  ): Promise<unknown>;
}

/** Every tab leads itself: for browsers and pages without locks. */
export const leadAlone: CreateLeadership = () => ({
  campaign: (signal, onLead) => onLead(signal, false),
  steal: () => undefined,
});

/** Where the browser refuses locks, every tab leads itself. */
export function leadByLocks(locks: Locks): CreateLeadership {
  return (name) => {
    let waiting = new AbortController();
    let stealing = false;

    /** @returns false when there are no locks here */
    async function leadOnce(signal: AbortSignal, onLead: OnLead): Promise<boolean> {
      const leading = new AbortController();
      waiting = new AbortController();
      const stop = () => {
        waiting.abort();
        leading.abort();
      };
      signal.addEventListener('abort', stop);
      const stolen = stealing;
      const how = stolen ? { steal: true as const } : { signal: waiting.signal };
      stealing = false;
      try {
        await locks.request(name, how, () => {
          if (!signal.aborted) onLead(leading.signal, stolen);
          return aborted(leading.signal);
        });
        return true;
      } catch (error) {
        return error instanceof Error && error.name === 'AbortError';
      } finally {
        signal.removeEventListener('abort', stop);
        leading.abort();
      }
    }

    async function campaign(signal: AbortSignal, onLead: OnLead): Promise<void> {
      while (!signal.aborted) {
        if (await leadOnce(signal, onLead)) continue;
        if (!signal.aborted) onLead(signal, false);
        return;
      }
    }

    return {
      campaign: (signal, onLead) => void campaign(signal, onLead),
      steal() {
        stealing = true;
        waiting.abort();
      },
    };
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
