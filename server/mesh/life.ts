import { setMaxListeners } from 'node:events';
import { type Clock, every } from './clock.ts';
import { DialError } from './dial-error.ts';
import type { MeshLog } from './log.ts';

/** What a mesh has running, and its end. */
export interface Life {
  /** Aborted at the end; every call of the mesh goes by it. */
  readonly signal: AbortSignal;
  /**
   * Repeats a turn until the end; one that throws is logged, and the next is made all the same.
   *
   * @returns resolves after the first turn
   */
  repeat(what: string, everyMs: number, turn: () => Promise<unknown>): Promise<void>;
  /** Lets work that watches the signal go on by itself; one that throws is logged. */
  run(what: string, work: () => Promise<void>): void;
  /** Resolves when nothing runs any more. */
  end(): Promise<void>;
}

export function createLife(clock: Clock, log: MeshLog): Life {
  const ending = new AbortController();
  // A thousand sisters are called at once, and every call hears the end.
  setMaxListeners(0, ending.signal);
  const running = new Set<Promise<void>>();

  function track(work: Promise<void>): void {
    running.add(work);
    void work.finally(() => running.delete(work));
  }

  return {
    signal: ending.signal,
    repeat(what, everyMs, turn) {
      return new Promise((resolve) => {
        const guarded = () =>
          turn()
            .catch((error: unknown) => log.error({ err: error }, `mesh ${what} failed`))
            .then(() => resolve());
        track(every(clock, () => everyMs, ending.signal, guarded).then(resolve));
      });
    },
    run(what, work) {
      const failed = (error: unknown) => log.error({ err: error }, `mesh ${what} failed`);
      track(work().catch(failed));
    },
    async end() {
      ending.abort(new DialError('stopped'));
      await Promise.all(running);
    },
  };
}
