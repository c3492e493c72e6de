import { PRIORITIES } from '../../contract/limits.ts';

/**
 * The queue of transfers: the most urgent first, one at a time to each platform, a few in all. Work that
 * lets a more urgent one past comes back as `yielded` and is queued again.
 */
export interface Lanes<Job> {
  add(job: Job): void;
  /** @returns whether a more urgent job waits for the place that this one takes up */
  isInTheWay(job: Job): boolean;
  /** Starts nothing any more; resolves when nothing runs. */
  close(): Promise<void>;
}

interface Laned {
  readonly platform: string;
  readonly priority: string;
}

interface LanesParts<Job> {
  /** Must not throw. */
  readonly run: (job: Job) => Promise<'done' | 'yielded'>;
  readonly atOnce: number;
}

/** The contract lists them from the least urgent on. */
const URGENCY: readonly string[] = PRIORITIES;
const urgencyOf = ({ priority }: Laned) => URGENCY.indexOf(priority);

export function createLanes<Job extends Laned>({ run, atOnce }: LanesParts<Job>): Lanes<Job> {
  const waiting: Job[] = [];
  const busy = new Map<string, Promise<void>>();
  let closed = false;

  function add(job: Job): void {
    const behind = waiting.findIndex((one) => urgencyOf(one) < urgencyOf(job));
    waiting.splice(behind < 0 ? waiting.length : behind, 0, job);
    fill();
  }

  function fill(): void {
    while (!closed && busy.size < atOnce) {
      const at = waiting.findIndex(({ platform }) => !busy.has(platform));
      const [next] = at < 0 ? [] : waiting.splice(at, 1);
      if (next === undefined) return;
      busy.set(next.platform, work(next));
    }
  }

  async function work(job: Job): Promise<void> {
    const end = await run(job);
    busy.delete(job.platform);
    if (end === 'yielded') add(job);
    else fill();
  }

  return {
    add,
    isInTheWay: (job) =>
      waiting.some(
        (one) =>
          urgencyOf(one) > urgencyOf(job) &&
          (busy.has(one.platform) ? one.platform === job.platform : busy.size >= atOnce),
      ),
    async close() {
      closed = true;
      await Promise.all(busy.values());
    },
  };
}
