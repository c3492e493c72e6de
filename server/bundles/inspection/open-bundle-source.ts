import type { BundleLocation, ObserveStore } from '../store/bundle-store.ts';
import { openBundleFile } from '../store/file-store.ts';
import type { S3Bucket } from '../store/s3-client.ts';
import type { OpenSource } from './zip/byte-source.ts';

/** Connections outlive one inspection, as the thread does. */
let last: { readonly config: string; readonly bucket: S3Bucket } | null = null;

/** The bytes of a stored bundle, for a thread. @throws BundleMissingError, UploadError `unavailable` */
export async function openBundleSource(
  location: BundleLocation,
  observe: ObserveStore = () => undefined,
): Promise<OpenSource> {
  if (location.kind === 'file') return openBundleFile(location.paths);
  // The SDK is loaded only for a bundle that is kept there.
  const { openBucket, openObject } = await import('../store/s3-client.ts');
  const known = JSON.stringify(location.config);
  if (last?.config !== known) {
    last?.bucket.client.destroy();
    last = { config: known, bucket: openBucket(location.config, observe) };
  }
  return openObject(last.bucket, location.key);
}
