import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { FastifyBaseLogger } from 'fastify';
import type { Inspecting, Inspection } from './zip/inspect.ts';

/** What a thread is given. */
export interface InspectionOrder extends Inspecting {
  readonly path: string;
}

/** An inspection under way, in a thread of its own: the event loop never waits for it. */
export interface RunningInspection {
  /** Never rejects: a thread that fails makes a finding of the rule `inspection`. */
  readonly done: Promise<Inspection>;
  stop(): Promise<void>;
}

export interface InspectionThreads {
  start(order: InspectionOrder): RunningInspection;
  /** Ends the threads that wait for work; those at work belong to who started them. */
  close(): Promise<void>;
}

/** Content goes through buffers outside of this heap; the heap holds at most the directory. */
const HEAP_MIB = 192;
/** Bundles often come several at a time: a thread waits a little for the next before it ends. */
const IDLE_MS = 5000;

/** Built, the thread's file lies beside this one; from the sources a few lines teach it TypeScript first. */
const BUILT = new URL('./inspect-thread.js', import.meta.url);
const FROM_SOURCES = new URL('./inspect-thread.dev.mjs', import.meta.url);

export function createInspectionThreads(log: Pick<FastifyBaseLogger, 'error'>): InspectionThreads {
  const idle = new Map<Worker, NodeJS.Timeout>();

  function take(): Worker {
    const [thread] = idle.keys();
    if (thread === undefined) return open();
    clearTimeout(idle.get(thread));
    idle.delete(thread);
    thread.ref();
    return thread;
  }

  function open(): Worker {
    const thread = openThread();
    // Always listened to: an error that nobody hears would end the process.
    thread.on('error', (error) => log.error({ err: error }, 'inspection thread failed'));
    thread.once('exit', () => idle.delete(thread));
    return thread;
  }

  function park(thread: Worker): void {
    thread.unref();
    idle.set(thread, setTimeout(() => thread.terminate(), IDLE_MS).unref());
  }

  return {
    start(order) {
      const thread = take();
      const stop = async () => {
        await thread.terminate();
      };
      return { done: inspectIn(thread, order, () => park(thread)), stop };
    },
    async close() {
      await Promise.all([...idle.keys()].map((thread) => thread.terminate()));
    },
  };
}

function inspectIn(thread: Worker, order: InspectionOrder, free: () => void): Promise<Inspection> {
  return new Promise((resolve) => {
    const end = (inspection: Inspection) => {
      thread.off('message', succeed).off('error', fail).off('exit', vanish);
      resolve(inspection);
    };
    const succeed = (inspection: Inspection) => {
      free();
      end(inspection);
    };
    const fail = (error: Error) => end(unfinished(reasonOf(error)));
    const vanish = () => end(unfinished('it was stopped'));
    thread.on('message', succeed).on('error', fail).on('exit', vanish);
    thread.postMessage(order);
  });
}

function openThread(): Worker {
  return new Worker(existsSync(BUILT) ? BUILT : FROM_SOURCES, {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
    execArgv: [],
  });
}

/** In words for an operator: what an error says of itself may hold a path. */
function reasonOf(error: Error): string {
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return 'it needed too much memory';
  return code === 'ENOENT' ? 'its bytes are gone' : 'the server failed at it';
}

function unfinished(reason: string): Inspection {
  const message = `The inspection could not be finished: ${reason}.`;
  return { problems: [{ rule: 'inspection', entry: null, message }], files: [], fileCount: 0 };
}
