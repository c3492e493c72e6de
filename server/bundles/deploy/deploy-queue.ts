import PQueue from 'p-queue';
import { PRIORITIES } from '../../../contract/limits.ts';

interface DeployJob {
  readonly platform: string;
  readonly priority: string;
}

interface DeployQueueOptions<Job> {
  /** Must not throw. */
  readonly transfer: (job: Job) => Promise<'done' | 'yielded'>;
  readonly concurrency: number;
}

/** The contract lists priorities from the least urgent on. */
const URGENCIES: readonly string[] = PRIORITIES;
const urgencyOf = ({ priority }: DeployJob) => URGENCIES.indexOf(priority);

/**
 * The queue of transfers: the most urgent first, one at a time to each platform, a limited number in all.
 * A transfer in progress can make way for a more urgent one: it ends as `yielded` and is queued again.
 */
export function createDeployQueue<Job extends DeployJob>(options: DeployQueueOptions<Job>) {
  const { transfer, concurrency } = options;
  const all = new PQueue({ concurrency });
  const byPlatform = new Map<string, PQueue>();
  /** Urgency of each platform whose next job waits in `all`. */
  const waiting = new Map<string, number>();

  function queueOf(platform: string): PQueue {
    const queue = byPlatform.get(platform) ?? new PQueue({ concurrency: 1 });
    byPlatform.set(platform, queue);
    return queue;
  }

  async function enqueue(job: Job): Promise<void> {
    const { platform } = job;
    const priority = urgencyOf(job);
    raise(platform, priority);
    const end = await queueOf(platform).add(() => waitForPlace(job), { priority });
    if (end === 'yielded') void enqueue(job);
  }

  function waitForPlace(job: Job) {
    const { platform } = job;
    const priority = urgencyOf(job);
    waiting.set(platform, priority);
    const run = () => {
      waiting.delete(platform);
      return transfer(job);
    };
    return all.add(run, { priority, id: platform });
  }

  /** The job that already waits for its platform gets the place for this one and then yields to it. */
  function raise(platform: string, priority: number): void {
    const current = waiting.get(platform);
    if (current === undefined || current >= priority) return;
    waiting.set(platform, priority);
    all.setPriority(platform, priority);
  }

  return {
    add: (job: Job) => void enqueue(job),
    /** @returns whether a more urgent job waits for the place of this one, which is in progress */
    shouldYield(job: Job): boolean {
      const hasMoreUrgent = (queue: PQueue) =>
        URGENCIES.some(
          (_, priority) => priority > urgencyOf(job) && queue.sizeBy({ priority }) > 0,
        );
      const isFull = all.pending >= concurrency;
      return hasMoreUrgent(queueOf(job.platform)) || (isFull && hasMoreUrgent(all));
    },
    /** Starts no more jobs; resolves when none is in progress. */
    async close(): Promise<void> {
      for (const queue of [...byPlatform.values(), all]) {
        queue.pause();
        queue.clear();
      }
      await all.onPendingZero();
    },
  };
}
