import { parentPort } from 'node:worker_threads';
import type { BundleLocation, ObserveStore } from '../store/bundle-store.ts';
import { openBundleFile } from '../store/file-store.ts';
import type { S3Bucket } from '../store/s3-client.ts';
import type { InspectionRequest, ThreadMessage } from './inspection-threads.ts';
import type { OpenSource } from './zip/byte-source.ts';
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
  const source = await openSource(location);
  try {
    return await inspectSource(source, options);
  } finally {
    await source.close();
  }
}

/** A node has one bucket; its connections outlive an inspection, as the thread does. */
let bucket: S3Bucket | undefined;

async function openSource(location: BundleLocation): Promise<OpenSource> {
  if (location.kind === 'file') return openBundleFile(location.paths);
  // The SDK is loaded only for a bundle that is kept there.
  const { openBucket, openObject } = await import('../store/s3-client.ts');
  bucket ??= openBucket(location.config, observe);
  return openObject(bucket, location.key);
}
