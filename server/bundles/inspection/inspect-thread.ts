import { parentPort } from 'node:worker_threads';
import type { BundleLocation } from '../store/bundle-store.ts';
import type { InspectionRequest } from './inspection-threads.ts';
import { openSource } from './open-source.ts';
import { type Inspection, type InspectionOptions, inspectSource } from './zip/inspect.ts';

/**
 * Entry point of an inspection thread: one request in, one inspection out. An error is not caught here: it
 * ends the thread, which `inspection-threads.ts` reports.
 */
parentPort?.on('message', async ({ location, ...options }: InspectionRequest) => {
  parentPort?.postMessage(await inspect(location, options));
});

async function inspect(location: BundleLocation, options: InspectionOptions): Promise<Inspection> {
  const source = await openSource(location);
  try {
    return await inspectSource(source, options);
  } finally {
    await source.close();
  }
}
