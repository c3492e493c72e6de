import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Inspecting, Inspection } from './zip/inspect.ts';

/** What the thread is given. */
export interface InspectionOrder extends Inspecting {
  readonly path: string;
}

/** An inspection under way, in a thread of its own: the event loop never waits for it. */
export interface RunningInspection {
  /** Never rejects: a thread that fails makes a finding of the rule `inspection`. */
  readonly done: Promise<Inspection>;
  stop(): Promise<void>;
}

/** Content goes through buffers outside of this heap; the heap holds at most the directory. */
const HEAP_MIB = 192;

/** Built, the thread's file lies beside this one; from the sources a few lines teach it TypeScript first. */
const BUILT = new URL('./inspect-thread.js', import.meta.url);
const FROM_SOURCES = new URL('./inspect-thread.dev.mjs', import.meta.url);

export function startInspection(order: InspectionOrder): RunningInspection {
  const thread = new Worker(existsSync(BUILT) ? BUILT : FROM_SOURCES, {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
    execArgv: [],
  });
  const done = new Promise<Inspection>((resolve) => {
    thread.once('message', resolve);
    thread.once('error', (error) => resolve(unfinished(error.message)));
    // After a result or an error this comes too late to matter.
    thread.once('exit', () => resolve(unfinished('it was stopped')));
  });
  return {
    done,
    stop: async () => {
      await thread.terminate();
    },
  };
}

function unfinished(reason: string): Inspection {
  const message = `The inspection could not be finished: ${reason}.`;
  return { problems: [{ rule: 'inspection', entry: null, message }], files: [], fileCount: 0 };
}
