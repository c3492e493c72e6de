import type { S3 } from '@aws-sdk/client-s3';
import { S3Store } from '@tus/s3-store';
import type { KvStore } from '@tus/server';
import { limitRequests, orUndefined, type S3Config, s3ClientConfig } from './s3.ts';

interface TusS3StoreOptions {
  readonly config: S3Config;
  readonly expiresMs: number;
  /** Called with the library's client before its first request. */
  readonly onClient: (client: S3) => void;
}

/** End of the key under which the library keeps an upload's metadata. */
export const INFO = '.info';

/** Another instance may remove an upload at any time, so nothing is remembered. */
const NO_CACHE: KvStore<never> = {
  get: async () => undefined,
  set: async () => undefined,
  delete: async () => undefined,
};

/** The library's store, with its requests limited. */
export class TusS3Store extends S3Store {
  constructor({ config, expiresMs, onClient }: TusS3StoreOptions) {
    super({
      s3ClientConfig: { ...s3ClientConfig(config), bucket: config.bucket },
      // Tags are not known everywhere; expired uploads are removed by `removeExpired`.
      useTags: false,
      expirationPeriodInMilliseconds: expiresMs,
      cache: NO_CACHE,
    });
    onClient(limitRequests(this.client, config));
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
