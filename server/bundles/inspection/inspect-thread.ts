import { parentPort } from 'node:worker_threads';
import type { InspectionRequest } from './inspection-threads.ts';
import { inspectFile } from './zip/inspect.ts';

/**
 * Entry point of an inspection thread: one request in, one inspection out. An error is not caught here: it
 * ends the thread, which `inspection-threads.ts` reports.
 */
parentPort?.on('message', async ({ path, ...options }: InspectionRequest) => {
  parentPort?.postMessage(await inspectFile(path, options));
});
