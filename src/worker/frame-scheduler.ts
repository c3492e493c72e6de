import type { Clock } from './clock.ts';

const FRAME_MS = 16;

/**
 * Runs a job at most once a frame, however often it is requested: at once when the last run was a frame ago, so
 * that a single request does not wait, and otherwise as soon as it was.
 *
 * @param everyMs how long a frame is
 */
export function createFrameScheduler(
  clock: Clock,
  signal: AbortSignal,
  job: () => void,
  everyMs = FRAME_MS,
) {
  let requested = false;
  let doneAt = Number.NEGATIVE_INFINITY;
  return {
    request(): void {
      if (requested) return;
      requested = true;
      const waitMs = doneAt + everyMs - clock.mono();
      const due = waitMs <= 0 ? Promise.resolve(true) : clock.sleep(waitMs, signal);
      void due.then((passed) => {
        if (!passed || !requested) return;
        requested = false;
        job();
      });
    },
    /** The job has been done, whoever did it. */
    done(): void {
      requested = false;
      doneAt = clock.mono();
    },
  };
}
