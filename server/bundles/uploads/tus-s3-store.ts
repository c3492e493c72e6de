import { S3Store } from '@tus/s3-store';
import type { KvStore } from '@tus/server';
import type { ObserveStore, S3Config } from '../store/bundle-store.ts';
import { observeRequests, orUndefined, s3ClientConfig } from '../store/s3-client.ts';
import { UPLOAD_EXPIRES_MS } from './upload-store.ts';

interface TusS3StoreOptions {
  readonly config: S3Config;
  /** Prefix of the keys. */
  readonly folder: string;
  readonly observe: ObserveStore;
}

/** End of the key under which the library keeps an upload's metadata. */
export const INFO = '.info';

/** Another instance may remove an upload at any time, so nothing is remembered. */
const NO_CACHE: KvStore<never> = {
  get: async () => undefined,
  set: async () => undefined,
  delete: async () => undefined,
};

/** The library's store in a folder of a bucket, which it does not know, and with its requests observed. */
export class TusS3Store extends S3Store {
  constructor({ config, folder, observe }: TusS3StoreOptions) {
    super({
      s3ClientConfig: { ...s3ClientConfig(config), bucket: config.bucket },
      // Tags are not known everywhere; expired uploads are removed by `removeExpired`.
      useTags: false,
      expirationPeriodInMilliseconds: UPLOAD_EXPIRES_MS,
      cache: NO_CACHE,
    });
    observeRequests(this.client, observe, folder);
  }

  // The library's own asks for a header that it does not send itself, and forgets the bytes after the last part. The metadata
  // goes last: without it nobody knows that there is more to remove.
  override async remove(id: string): Promise<void> {
    const { 'upload-id': UploadId } = await this.getMetadata(id);
    const { bucket: Bucket } = this;
    await orUndefined(this.client.abortMultipartUpload({ Bucket, Key: id, UploadId }));
    for (const Key of [id, `${id}.part`, id + INFO])
      await this.client.deleteObject({ Bucket, Key });
  }
}
