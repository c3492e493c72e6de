import type { Clock } from './clock.ts';
import type { LoopOptions, Loops } from './loop.ts';

interface AlarmOptions extends Pick<LoopOptions, 'name' | 'without' | 'failed'> {
  readonly clock: Pick<Clock, 'now'>;
  readonly loops: Pick<Loops, 'repeat'>;
  /** Does what is due. @returns when it is due again, epoch milliseconds; null: not before the next `wake` */
  readonly job: (signal: AbortSignal) => Promise<number | null>;
}

/** How often the time is compared: a device may sleep, and its clock may be changed. */
const CHECK_MS = 1000;
/** A job that failed is repeated after this time. */
const RETRY_MS = 10_000;
const LIMIT_MS = 60_000;

/** Does a job at times that it names itself, and when the clock was set back. The owner closes it. */
export type Alarm = ReturnType<typeof createAlarm>;

/** The job begins at once. */
export function createAlarm({ clock, loops, job, ...names }: AlarmOptions) {
  let dueAt: number | null = 0;
  let lookedAt = clock.now();
  /** A job is under way, failed, or was cut off. */
  let isOpen = false;
  const everyMs = () => (isOpen ? RETRY_MS : CHECK_MS);
  const loop = loops.repeat({ ...names, everyMs, limitMs: LIMIT_MS }, async (signal) => {
    const now = clock.now();
    const isDue = isOpen || (dueAt !== null && (dueAt <= now || now < lookedAt));
    lookedAt = now;
    if (!isDue) return;
    isOpen = true;
    dueAt = null;
    const next = await job(signal);
    if (signal.aborted) return;
    isOpen = false;
    // It was woken meanwhile.
    if (dueAt === null) dueAt = next;
  });

  return {
    /** Does the job soon: what it depends on has changed. */
    wake(): void {
      dueAt = 0;
      loop.wake();
    },
    close: loop.close,
  };
}
