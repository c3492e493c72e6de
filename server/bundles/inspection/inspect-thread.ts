import { parentPort } from 'node:worker_threads';
import type { BundleLocation, ObserveStore } from '../store/bundle-store.ts';
import type { InspectionRequest, ThreadMessage } from './inspection-threads.ts';
import { openBundleSource } from './open-bundle-source.ts';
import { type Inspection, type InspectionOptions, inspectSource } from './zip/inspect.ts';

/**
 * Entry point of an inspection thread: one request in, one inspection out, and before it every request to the store. An
 * error is not caught here: it ends the thread, which `inspection-threads.ts` reports.
 */
parentPort?.on('message', async ({ location, ...options }: InspectionRequest) => {
  post({ kind: 'inspection', inspection: await inspect(location, options) });
});

const post = (message: ThreadMessage) => parentPort?.postMessage(message);

const observe: ObserveStore = (operation, ms, ok) =>
  post({ kind: 'store-request', operation, ms, ok });

async function inspect(location: BundleLocation, options: InspectionOptions): Promise<Inspection> {
  const source = await openBundleSource(location, observe);
  try {
    return await inspectSource(source, options);
  } finally {
    await source.close();
  }
}
