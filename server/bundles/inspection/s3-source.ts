import { createBlockReader } from '../store/block-reader.ts';
import type { BundleLocation, ObserveStore, S3Config } from '../store/bundle-store.ts';
import { createFetchRange, openBucket, orMissing, type S3Bucket } from '../store/s3-client.ts';
import { createByteSource, type OpenSource } from './zip/byte-source.ts';

/** Connections outlive one inspection, as the thread does. */
let last: { readonly config: string; readonly bucket: S3Bucket } | null = null;

function bucketOf(config: S3Config, observe: ObserveStore): S3Bucket {
  const key = JSON.stringify(config);
  if (last?.config !== key) {
    last?.bucket.client.destroy();
    last = { config: key, bucket: openBucket(config, observe) };
  }
  return last.bucket;
}

/** @throws BundleMissingError, UploadError `unavailable` */
export async function openS3Source(
  { config, key: Key }: Extract<BundleLocation, { kind: 's3' }>,
  observe: ObserveStore,
): Promise<OpenSource> {
  const s3 = bucketOf(config, observe);
  const head = s3.client.headObject({ Bucket: s3.Bucket, Key });
  const { ContentLength: size = 0 } = await orMissing(Key, head);
  const fetchRange = createFetchRange(s3, Key);
  const fill = createBlockReader({
    size,
    fetchRange: (start, end) => orMissing(Key, fetchRange(start, end)),
  });
  return { ...createByteSource(size, fill), close: async () => undefined };
}
