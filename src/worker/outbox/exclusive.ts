import type { Clock } from '../clock.ts';

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

interface ExclusiveDeps {
  readonly clock: Clock;
  readonly random: () => number;
  /** Undefined where the browser has no locks: then every tab sends by itself, with keys by which the server knows a repeat. */
  readonly locks: Locks | undefined;
  readonly lockName: string;
  /** Tells the other tabs that this one is at it. */
  readonly sayBusy: () => void;
}

const BEAT_MS = 5000;
/** So many beats without a word from a holder: the browser has frozen its tab. */
const BEATS_MISSED_MAX = 6;

/** Does what only one tab of an account may do at a time. */
export function createExclusive(deps: ExclusiveDeps) {
  const { clock, random, locks, lockName, sayBusy } = deps;
  let missed = 0;

  /** Counts beats, not time: a device that slept has slept with the holder. */
  async function watchHolder(done: AbortSignal, onSilent: () => void): Promise<void> {
    missed = 0;
    while (await clock.sleep(BEAT_MS * (1 + random() / 2), done)) {
      missed += 1;
      if (missed >= BEATS_MISSED_MAX) return onSilent();
    }
  }

  async function beat(done: AbortSignal): Promise<void> {
    while (await clock.sleep(BEAT_MS, done)) sayBusy();
  }

  return {
    /** Another tab is at it. */
    heard(): void {
      missed = 0;
    },
    /** @param stop ends the waiting; it is aborted when another tab takes over */
    async run(stop: AbortController, work: () => Promise<void>): Promise<void> {
      const done = new AbortController();
      const waiting = new AbortController();
      const had = new AbortController();
      let working: Promise<void> | undefined;
      let isSilent = false;
      function begin(): Promise<void> {
        had.abort();
        void beat(done.signal);
        working = work().finally(() => done.abort());
        return working;
      }
      /** While it works the lock was stolen: what is under way ends. */
      function failed(error: unknown): void {
        if (working !== undefined) stop.abort();
        else if (!isAbort(error)) void begin();
      }
      if (locks === undefined) return begin();
      const giveUp = () => waiting.abort();
      stop.signal.addEventListener('abort', giveUp);
      void watchHolder(had.signal, () => {
        isSilent = true;
        giveUp();
      });
      await locks.request(lockName, { signal: waiting.signal }, begin).catch(failed);
      if (working === undefined && isSilent && !stop.signal.aborted)
        await locks.request(lockName, { steal: true }, begin).catch(failed);
      had.abort();
      stop.signal.removeEventListener('abort', giveUp);
      await working;
    },
  };
}

const isAbort = (error: unknown) => error instanceof Error && error.name === 'AbortError';
