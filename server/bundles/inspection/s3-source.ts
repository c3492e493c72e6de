import { HeadObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { createBlockReader } from '../store/block-reader.ts';
import type { BundleLocation, ObserveStore, S3Config } from '../store/bundle-store.ts';
import { createFetchRange, createS3Call, createS3Client, orMissing } from '../store/s3-client.ts';
import { createByteSource, type OpenSource } from './zip/byte-source.ts';

/** Connections outlive one inspection, as the thread does. */
let last: { readonly config: string; readonly client: S3Client } | null = null;

function clientFor(config: S3Config): S3Client {
  const key = JSON.stringify(config);
  if (last?.config !== key) {
    last?.client.destroy();
    last = { config: key, client: createS3Client(config) };
  }
  return last.client;
}

/** @throws BundleMissingError, UploadError `unavailable` */
export async function openS3Source(
  { config, key: Key }: Extract<BundleLocation, { kind: 's3' }>,
  observe: ObserveStore,
): Promise<OpenSource> {
  const { bucket: Bucket } = config;
  const client = clientFor(config);
  const call = createS3Call(observe);
  const head = call('head', () => client.send(new HeadObjectCommand({ Bucket, Key })));
  const { ContentLength: size = 0 } = await orMissing(Key, head);
  const fetchRange = createFetchRange({ client, call, Bucket }, Key);
  const fill = createBlockReader({
    size,
    fetchRange: (start, end) => orMissing(Key, fetchRange(start, end)),
  });
  return { ...createByteSource(size, fill), close: async () => undefined };
}
