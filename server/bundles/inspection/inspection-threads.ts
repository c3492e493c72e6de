import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { FastifyBaseLogger } from 'fastify';
import {
  BUNDLE_MISSING,
  type BundleLocation,
  isStoreUnavailable,
  type ObserveStore,
} from '../store/bundle-store.ts';
import type { Inspection, InspectionOptions } from './zip/inspect.ts';

/** Message to a thread. */
export interface InspectionRequest extends InspectionOptions {
  readonly location: BundleLocation;
}

/** Message of a thread. */
export type ThreadMessage =
  | {
      readonly kind: 'store-request';
      readonly operation: string;
      readonly ms: number;
      readonly ok: boolean;
    }
  | { readonly kind: 'inspection'; readonly inspection: Inspection };

export interface ThreadInspection extends Inspection {
  /** The server could not finish it, which says nothing about the bundle. `passing`: for a reason outside of this program. */
  readonly fault?: 'passing' | 'unknown';
}

/** An inspection in progress in its own thread, so that the event loop never waits for it. */
export interface RunningInspection {
  /** Never rejects: a failed thread gives an inspection with a problem of the rule `inspection`. */
  readonly done: Promise<ThreadInspection>;
  stop(): Promise<void>;
}

/** File content stays in buffers outside this heap; the heap holds at most the central directory. */
const HEAP_MIB = 192;
/** Uploads come in bursts: an idle thread is kept for the next one. */
const IDLE_MS = 5000;

/** The build puts the thread's file beside this one. */
const BUILT = new URL('./inspect-thread.js', import.meta.url);
const FROM_SOURCES = new URL('./inspect-thread.dev.mjs', import.meta.url);

export type InspectionThreads = ReturnType<typeof createInspectionThreads>;

/** @param observe called with every request of the threads to the store */
export function createInspectionThreads(
  log: Pick<FastifyBaseLogger, 'error'>,
  observe: ObserveStore = () => undefined,
) {
  const idle = new Map<Worker, NodeJS.Timeout>();

  function acquire(): Worker {
    const [thread] = idle.keys();
    if (thread === undefined) return create();
    clearTimeout(idle.get(thread));
    idle.delete(thread);
    thread.ref();
    return thread;
  }

  function create(): Worker {
    const thread = openThread();
    // An `error` event without a listener would end the process.
    thread.on('error', (error) => log.error({ err: error }, 'inspection thread failed'));
    thread.once('exit', () => idle.delete(thread));
    // For as long as the thread lives: blocks that were fetched ahead arrive after the inspection.
    thread.on('message', (message: ThreadMessage) => {
      if (message.kind === 'store-request') observe(message.operation, message.ms, message.ok);
    });
    return thread;
  }

  function release(thread: Worker): void {
    thread.unref();
    idle.set(thread, setTimeout(() => thread.terminate(), IDLE_MS).unref());
  }

  return {
    start(request: InspectionRequest): RunningInspection {
      const thread = acquire();
      const stop = async () => {
        await thread.terminate();
      };
      return { done: inspectIn(thread, request, () => release(thread)), stop };
    },
    /** Ends idle threads; an inspection in progress is stopped by whoever started it. */
    async close() {
      await Promise.all([...idle.keys()].map((thread) => thread.terminate()));
    },
  };
}

function inspectIn(
  thread: Worker,
  request: InspectionRequest,
  release: () => void,
): Promise<ThreadInspection> {
  return new Promise((resolve) => {
    const finish = (inspection: ThreadInspection) => {
      thread.off('message', onMessage).off('error', onError).off('exit', onExit);
      resolve(inspection);
    };
    const onMessage = (message: ThreadMessage) => {
      if (message.kind !== 'inspection') return;
      release();
      finish(message.inspection);
    };
    const onError = (error: Error) => finish(unfinished(reasonOf(error), faultOf(error)));
    const onExit = () => finish(unfinished('it was stopped', 'unknown'));
    thread.on('message', onMessage).on('error', onError).on('exit', onExit);
    thread.postMessage(request);
  });
}

function openThread(): Worker {
  return new Worker(existsSync(BUILT) ? BUILT : FROM_SOURCES, {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
    execArgv: [],
  });
}

/** For an operator; the error's own message may contain a path. */
function reasonOf(error: Error): string {
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return 'it needed too much memory';
  if (isStoreUnavailable(error)) return 'the storage of bundles cannot be reached';
  if (code === 'ENOSPC') return 'the disk is almost full';
  return code === 'ENOENT' || code === BUNDLE_MISSING
    ? 'its file is missing'
    : 'the server failed to inspect it';
}

/** What the operating system refused, such as a full disk or a mount that is gone, works again once somebody has mended it. */
function faultOf(error: Error): ThreadInspection['fault'] {
  if ('code' in error && error.code === BUNDLE_MISSING) return undefined;
  const isOfSystem = 'code' in error && /^E[A-Z0-9]+$/.test(String(error.code));
  return isOfSystem || isStoreUnavailable(error) ? 'passing' : 'unknown';
}

function unfinished(reason: string, fault: ThreadInspection['fault']): ThreadInspection {
  const message = `The inspection could not be finished: ${reason}.`;
  return {
    problems: [{ rule: 'inspection', entry: null, message }],
    files: [],
    fileCount: 0,
    ...(fault !== undefined && { fault }),
  };
}
