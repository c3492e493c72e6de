import PQueue from 'p-queue';
import { PRIORITIES } from '../../../contract/limits.ts';
import type { RunningInspection, ThreadInspection } from './inspection-threads.ts';
import type { Inspection } from './zip/inspect.ts';

interface InspectionQueueOptions {
  readonly start: (id: string) => RunningInspection;
  /** Called with every finished inspection; must not throw. */
  readonly recordInspection: (id: string, inspection: Inspection) => Promise<void>;
  readonly concurrency: number;
  /** Before the second attempt at what the server could not finish; twice as long before each one after it. */
  readonly retryMs?: number;
}

const RETRY_MS = 1_000;
const RETRY_MAX_MS = 60_000;
/** After so many an unknown fault is taken for the bundle's doing, such as the memory that it needs. */
const ATTEMPTS = 5;

/** The contract lists priorities from the least urgent on; an unknown one (-1) comes last. */
const urgencyOf = (priority: string): number => (PRIORITIES as readonly string[]).indexOf(priority);

const isWorthAnother = ({ fault }: ThreadInspection, { unknownFaults }: Job): boolean =>
  fault === 'passing' || (fault === 'unknown' && unknownFaults < ATTEMPTS);

interface Job {
  readonly priority: number;
  cancelled: boolean;
  attempts: number;
  unknownFaults: number;
  running?: RunningInspection;
  finished?: Promise<void>;
}

/** Bundles waiting for their inspection, the most urgent first, with a limited number in progress. */
export function createInspectionQueue(options: InspectionQueueOptions) {
  const { start, recordInspection, concurrency, retryMs = RETRY_MS } = options;
  const queue = new PQueue({ concurrency });
  const jobs = new Map<string, Job>();

  async function inspect(id: string, job: Job): Promise<void> {
    if (job.cancelled) return;
    job.running = start(id);
    const inspection = await job.running.done;
    if (job.cancelled) return;
    job.attempts += 1;
    if (inspection.fault === 'unknown') job.unknownFaults += 1;
    if (isWorthAnother(inspection, job)) {
      const delayMs = Math.min(retryMs * 2 ** (job.attempts - 1), RETRY_MAX_MS);
      setTimeout(() => enqueue(id, job), delayMs).unref();
      return;
    }
    await recordInspection(id, inspection);
    jobs.delete(id);
  }

  function enqueue(id: string, job: Job): void {
    const { priority } = job;
    if (!job.cancelled) job.finished = queue.add(() => inspect(id, job), { priority });
  }

  /** Removes a bundle from the queue and stops its inspection if it is in progress. */
  async function cancel(id: string): Promise<void> {
    const job = jobs.get(id);
    if (job === undefined) return;
    jobs.delete(id);
    job.cancelled = true;
    if (job.running === undefined) return;
    await job.running.stop();
    await job.finished;
  }

  return {
    add(id: string, priority: string): void {
      const job: Job = {
        priority: urgencyOf(priority),
        cancelled: false,
        attempts: 0,
        unknownFaults: 0,
      };
      jobs.set(id, job);
      enqueue(id, job);
    },
    cancel,
    /** Stops everything; no result is recorded any more. */
    async close(): Promise<void> {
      queue.pause();
      queue.clear();
      await Promise.all([...jobs.keys()].map(cancel));
    },
  };
}
