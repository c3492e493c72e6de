import type { FastifyBaseLogger } from 'fastify';
import type { PushMessage } from '../../contract/shapes/push.ts';
import type { Clock } from '../clock.ts';
import { SUBSCRIBERS_MAX } from './subscribing.ts';

/**
 * Messages that wait for push services: a few are sent at a time, each is retried a few times, and their number is
 * bounded. A newer message replaces a waiting one with the same tag for the same device. The queue lives in memory
 * only: a lost message was only a hint at what is stored.
 */
export interface PushQueue {
  add(endpoint: string, message: PushMessage): void;
  counters(): { readonly waiting: number; readonly dropped: number };
  /** Stops the queue. Resolves when nothing is being sent. */
  close(): Promise<void>;
}

export interface Job {
  readonly endpoint: string;
  readonly message: PushMessage;
  /** Attempts so far. */
  readonly attempts: number;
  /** Monotonic milliseconds; not sent earlier. */
  readonly dueAt: number;
}

interface PushQueueDeps {
  /** @returns milliseconds until the next attempt, or null if the job is done. Must not throw. */
  readonly send: (job: Job, signal: AbortSignal) => Promise<number | null>;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

/** Four events at the same time for every device; a message is below one KiB. */
export const WAITING_MAX = 4 * SUBSCRIBERS_MAX;
const CONCURRENCY = 4;

export function createPushQueue({ send, clock, log }: PushQueueDeps): PushQueue {
  const ending = new AbortController();
  const waiting = new Map<string, Job>();
  /** By name: a device gets messages with the same tag one at a time. */
  const running = new Map<string, Promise<void>>();
  let alarm = new AbortController();
  let dropped = 0;

  const nameOf = ({ endpoint, message }: Job) => `${message.tag} ${endpoint}`;

  function put(job: Job): void {
    waiting.delete(nameOf(job));
    waiting.set(nameOf(job), job);
    const [oldest] = waiting.keys();
    if (waiting.size > WAITING_MAX && oldest !== undefined) {
      waiting.delete(oldest);
      // Only the first is logged; the others are counted.
      if (dropped === 0)
        log.warn({ limit: WAITING_MAX }, 'too many pushes are waiting: one was dropped');
      dropped += 1;
    }
  }

  async function work(job: Job): Promise<void> {
    const retryMs = await send(job, ending.signal);
    // A newer message about the same thing replaces this one.
    if (retryMs === null || ending.signal.aborted || waiting.has(nameOf(job))) return;
    put({ ...job, attempts: job.attempts + 1, dueAt: clock.elapsed() + retryMs });
  }

  function pump(): void {
    alarm.abort();
    if (ending.signal.aborted) return;
    const now = clock.elapsed();
    for (const [name, job] of waiting) {
      if (running.size >= CONCURRENCY) return;
      if (job.dueAt > now || running.has(name)) continue;
      waiting.delete(name);
      const done = () => {
        running.delete(name);
        pump();
      };
      running.set(name, work(job).then(done));
    }
    scheduleNext(now);
  }

  /** Runs again when the next job is due. */
  function scheduleNext(now: number): void {
    let next = Number.POSITIVE_INFINITY;
    for (const { dueAt } of waiting.values()) if (dueAt > now) next = Math.min(next, dueAt);
    if (next === Number.POSITIVE_INFINITY) return;
    alarm = new AbortController();
    void clock.sleep(next - now, alarm.signal).then((slept) => slept && pump());
  }

  return {
    add(endpoint, message) {
      if (ending.signal.aborted) return;
      put({ endpoint, message, attempts: 0, dueAt: clock.elapsed() });
      pump();
    },
    counters: () => ({ waiting: waiting.size, dropped }),
    async close() {
      ending.abort();
      alarm.abort();
      waiting.clear();
      await Promise.all(running.values());
    },
  };
}
