import { parentPort } from 'node:worker_threads';
import type { InspectionOrder } from './thread.ts';
import { inspectFile } from './zip/inspect.ts';

/**
 * The thread: an order in, an inspection out, one at a time. What an inspection throws is left to end the
 * thread, which `thread.ts` sees as an error.
 */
parentPort?.on('message', async ({ path, ...inspecting }: InspectionOrder) => {
  parentPort?.postMessage(await inspectFile(path, inspecting));
});
