import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';

/** Runs a job now, whenever it is woken, and when it asks for. The owner closes it. */
export interface WakeableLoop {
  start(): void;
  wake(): void;
  /** Resolves when the job does not run any more. */
  close(): Promise<void>;
}

interface LoopOptions {
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  /** @returns when it has something to do next, epoch milliseconds */
  readonly job: () => Promise<number>;
}

/** The clock of this machine may be set, and the machine may sleep: no wait is longer. */
const WAIT_MAX_MS = 60_000;

export function createWakeableLoop({ clock, log, job }: LoopOptions): WakeableLoop {
  const closing = new AbortController();
  let waiting = new AbortController();
  let isWoken = false;
  let running: Promise<void> | undefined;

  async function nextTime(): Promise<number> {
    try {
      return await job();
    } catch (error) {
      if (!closing.signal.aborted) log.error({ err: error }, 'alerts failed, will be retried');
      return Number.POSITIVE_INFINITY;
    }
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      isWoken = false;
      const nextAt = await nextTime();
      if (isWoken || closing.signal.aborted) continue;
      waiting = new AbortController();
      const waitMs = Math.max(0, Math.min(WAIT_MAX_MS, nextAt - clock.now()));
      await clock.sleep(waitMs, waiting.signal);
    }
  }

  const wake = () => {
    isWoken = true;
    waiting.abort('woken');
  };

  return {
    start() {
      running ??= run();
    },
    wake,
    async close() {
      closing.abort('closing');
      wake();
      await running;
    },
  };
}
