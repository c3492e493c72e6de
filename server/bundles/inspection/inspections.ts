import * as z from 'zod/mini';
import type { Topic } from '../../database/pubsub.ts';
import type { NodeBase } from '../../feature.ts';
import { bundlesToInspect } from '../rows/bundles.ts';
import { createInspectionQueue } from './inspection-queue.ts';
import type { RunningInspection } from './inspection-threads.ts';
import type { Inspection } from './zip/inspect.ts';

interface InspectionsDeps extends Pick<NodeBase, 'db' | 'pubsub' | 'clock' | 'loops' | 'log'> {
  readonly start: (id: string) => RunningInspection;
  /** @returns the status that was stored; undefined when the bundle is gone or was inspected already */
  readonly record: (id: string, inspection: Inspection) => Promise<string | undefined>;
}

/** The file of a bundle is where it belongs, or was removed. */
export const BUNDLE_FILE: Topic<{ id: string; is: 'stored' | 'removed' }> = {
  name: 'bundle-file',
  schema: z.object({ id: z.string(), is: z.enum(['stored', 'removed']) }),
};

/** Each takes about one processor; with two, a huge archive does not hold up an emergency. */
const CONCURRENT_INSPECTIONS = 2;
/** Finds bundles whose message was lost, or was never sent by an instance that died. */
const LOOK_EVERY_MS = 30_000;
const FAILED = 'bundles to inspect not found; they are looked for again';
const LOOK = {
  name: 'find bundles to inspect',
  everyMs: LOOK_EVERY_MS,
  limitMs: LOOK_EVERY_MS,
  failed: FAILED,
};

/** Inspects every bundle that is `validating`, from the beginning of a term to its end. */
export function createInspections(deps: InspectionsDeps) {
  const { db, pubsub, clock, loops, log, start, record } = deps;
  const queued = new Set<string>();
  let isClosed = false;
  const queue = createInspectionQueue({
    start,
    recordInspection,
    concurrency: CONCURRENT_INSPECTIONS,
  });

  async function recordInspection(id: string, inspection: Inspection): Promise<void> {
    try {
      const status = await record(id, inspection);
      log.info(
        { bundle: id, status, problems: inspection.problems.slice(0, 3) },
        'bundle inspected',
      );
    } catch (error) {
      log.error({ err: error, bundle: id }, 'inspection not stored; it is repeated');
    } finally {
      queued.delete(id);
    }
  }

  async function look(only: Parameters<typeof bundlesToInspect>[1] = {}): Promise<number> {
    const waiting = await bundlesToInspect(db, only);
    if (isClosed) return 0;
    const added = waiting.filter(({ id }) => !queued.has(id));
    for (const { id, priority } of added) {
      queued.add(id);
      queue.add(id, priority);
    }
    return added.length;
  }

  const onError = (error: unknown) => log.error({ err: error }, FAILED);

  const stopListening = pubsub.subscribe(BUNDLE_FILE, ({ id, is }) => {
    // Not for others: their files may be on their way to their places.
    if (is === 'stored') look({ id }).catch(onError);
    else {
      queued.delete(id);
      queue.cancel(id).catch(onError);
    }
  });
  const looking = loops.repeat(LOOK, () => look({ before: clock.now() - LOOK_EVERY_MS }));

  return {
    /** Queues what waits in the database. */
    async resume(): Promise<void> {
      const inspecting = await look();
      if (inspecting > 0) log.info({ inspecting }, 'inspections resumed');
    },
    /** Stops everything; the next term repeats what was not finished. */
    async close(): Promise<void> {
      stopListening();
      isClosed = true;
      await looking.close();
      await queue.close();
    },
  };
}
