import type { Clock } from './clock.ts';

/**
 * Work that is done once a frame, however often it is asked for: at once when the last time was a frame ago,
 * so that what comes alone does not wait, and otherwise as soon as it was.
 */
export interface Frames {
  ask(): void;
  /** It has been done, whoever did it. */
  done(): void;
}

const FRAME_MS = 16;

/** @param everyMs how long a frame is */
export function createFrames(
  clock: Clock,
  signal: AbortSignal,
  work: () => void,
  everyMs = FRAME_MS,
): Frames {
  let asked = false;
  let doneAt = Number.NEGATIVE_INFINITY;
  return {
    ask() {
      if (asked) return;
      asked = true;
      const waitMs = doneAt + everyMs - clock.mono();
      const due = waitMs <= 0 ? Promise.resolve(true) : clock.sleep(waitMs, signal);
      void due.then((passed) => {
        if (!passed || !asked) return;
        asked = false;
        work();
      });
    },
    done() {
      asked = false;
      doneAt = clock.mono();
    },
  };
}
