import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { createBlockReader } from '../store/block-reader.ts';
import {
  type BundleLocation,
  BundleMissingError,
  type ObserveStore,
} from '../store/bundle-store.ts';
import { isMissing } from '../store/piece-store.ts';
import type { S3Bucket } from '../store/s3-client.ts';
import { createByteSource, type OpenSource, openFileSource } from './zip/byte-source.ts';

/**
 * The bytes of a stored bundle.
 *
 * @throws BundleMissingError when the store is there and the bundle is not; a folder that is gone is a mount that is away
 */
export async function openBundleSource(
  location: BundleLocation,
  observe: ObserveStore = () => undefined,
): Promise<OpenSource> {
  if (location.kind === 's3') return openS3Source(location, observe);
  const [path = ''] = location.paths;
  return openFileSource(...location.paths).catch((error) => {
    throw isMissing(error) && existsSync(dirname(path)) ? new BundleMissingError(path) : error;
  });
}

/** Connections outlive one inspection, as the thread does. */
let last: { readonly config: string; readonly bucket: S3Bucket } | null = null;

/** @throws BundleMissingError, UploadError `unavailable` */
async function openS3Source(
  { config, key: Key }: Extract<BundleLocation, { kind: 's3' }>,
  observe: ObserveStore,
): Promise<OpenSource> {
  // The SDK is loaded only for a bundle that is kept there.
  const { createFetchRange, openBucket, orMissing } = await import('../store/s3-client.ts');
  const known = JSON.stringify(config);
  if (last?.config !== known) {
    last?.bucket.client.destroy();
    last = { config: known, bucket: openBucket(config, observe) };
  }
  const { bucket } = last;
  const head = bucket.client.headObject({ Bucket: bucket.Bucket, Key });
  const { ContentLength: size = 0 } = await orMissing(Key, head);
  const fetchRange = createFetchRange(bucket, Key);
  const fill = createBlockReader({
    size,
    fetchRange: (start, end) => orMissing(Key, fetchRange(start, end)),
  });
  return { ...createByteSource(size, fill), close: async () => undefined };
}
