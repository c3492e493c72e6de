import type { FastifyBaseLogger } from 'fastify';
import type { PushMessage } from '../../contract/shapes/push.ts';
import type { Clock } from '../mesh/clock.ts';
import { SUBSCRIBERS_MAX } from './subscribing.ts';

/**
 * Messages on their way to push services: a few at once, each tried again some times, and never more than
 * a fixed number. A newer message takes the place of one with its tag that still waits for the same device.
 * It is kept in memory alone: what is lost with the process was a hint at what is stored.
 */
export interface PushQueue {
  add(endpoint: string, message: PushMessage): void;
  facts(): { readonly waiting: number; readonly dropped: number };
  /** Stops; resolves when nothing is being sent. */
  close(): Promise<void>;
}

export interface Job {
  readonly endpoint: string;
  readonly message: PushMessage;
  /** How often it was tried. */
  readonly tries: number;
  /** Monotonic milliseconds before which it is not tried. */
  readonly dueAt: number;
}

interface QueueParts {
  /** @returns milliseconds after which it is tried again, or null when it is done. Must not throw. */
  readonly send: (job: Job, signal: AbortSignal) => Promise<number | null>;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

/** Four things happen at once, and every device is told of each; a message is below one KiB. */
export const WAITING_MAX = 4 * SUBSCRIBERS_MAX;
const AT_ONCE = 4;

export function createPushQueue({ send, clock, log }: QueueParts): PushQueue {
  const ending = new AbortController();
  const waiting = new Map<string, Job>();
  /** By name: of one thing a device is told one message at a time. */
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
      // The first says it; those that follow are counted.
      if (dropped === 0) log.warn({ limit: WAITING_MAX }, 'too many pushes wait: one was dropped');
      dropped += 1;
    }
  }

  async function work(job: Job): Promise<void> {
    const againMs = await send(job, ending.signal);
    // What was said since about the same thing is newer.
    if (againMs === null || ending.signal.aborted || waiting.has(nameOf(job))) return;
    put({ ...job, tries: job.tries + 1, dueAt: clock.elapsed() + againMs });
  }

  function pump(): void {
    alarm.abort();
    if (ending.signal.aborted) return;
    const now = clock.elapsed();
    for (const [name, job] of waiting) {
      if (running.size >= AT_ONCE) return;
      if (job.dueAt > now || running.has(name)) continue;
      waiting.delete(name);
      const done = () => {
        running.delete(name);
        pump();
      };
      running.set(name, work(job).then(done));
    }
    wakeUp(now);
  }

  /** Comes back when the next one is due. */
  function wakeUp(now: number): void {
    let next = Number.POSITIVE_INFINITY;
    for (const { dueAt } of waiting.values()) if (dueAt > now) next = Math.min(next, dueAt);
    if (next === Number.POSITIVE_INFINITY) return;
    alarm = new AbortController();
    void clock.sleep(next - now, alarm.signal).then((slept) => slept && pump());
  }

  return {
    add(endpoint, message) {
      if (ending.signal.aborted) return;
      put({ endpoint, message, tries: 0, dueAt: clock.elapsed() });
      pump();
    },
    facts: () => ({ waiting: waiting.size, dropped }),
    async close() {
      ending.abort();
      alarm.abort();
      waiting.clear();
      await Promise.all(running.values());
    },
  };
}
