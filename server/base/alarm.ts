import type { Clock } from './clock.ts';

interface AlarmOptions {
  readonly clock: Clock;
  /** Does what is due. @returns when it is due again, epoch milliseconds; null: not before the next `wake` */
  readonly job: () => Promise<number | null>;
  readonly onError: (error: unknown) => void;
}

/** How often the time is compared: a device may sleep, and its clock may be changed. */
const CHECK_MS = 1000;
/** The longest that a timer takes. */
const LONGEST_MS = 2 ** 31 - 1;
/** A job that failed is repeated after this time. */
const RETRY_MS = 10_000;

/** Does a job at times that it names itself, and when the clock was set back. The owner closes it. */
export type Alarm = ReturnType<typeof createAlarm>;

/** The job begins at once. */
export function createAlarm({ clock, job, onError }: AlarmOptions) {
  let closed = false;
  let woken = new AbortController();

  async function doJob(): Promise<number | null> {
    try {
      return await job();
    } catch (error) {
      onError(error);
      return clock.now() + RETRY_MS;
    }
  }

  async function loop(): Promise<void> {
    while (!closed) {
      woken = new AbortController();
      const { signal } = woken;
      const dueAt = await doJob();
      let now = clock.now();
      const isAhead = () => dueAt === null || (dueAt > clock.now() && clock.now() >= now);
      while (!signal.aborted && isAhead()) {
        now = clock.now();
        await clock.sleep(dueAt === null ? LONGEST_MS : CHECK_MS, signal);
      }
    }
  }
  const looping = loop();

  return {
    /** Does the job soon: what it depends on has changed. */
    wake: () => woken.abort(),
    async close() {
      closed = true;
      woken.abort();
      await looping;
    },
  };
}
