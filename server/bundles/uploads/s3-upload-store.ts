import { basename } from 'node:path';
import type { ListPartsCommandOutput } from '@aws-sdk/client-s3';
import type { Upload } from '@tus/server';
import { orUndefined, type S3Config } from '../../outgoing/s3.ts';
import { INFO, TusS3Store } from '../../outgoing/tus-s3-store.ts';
import { type ObserveStore, storeUnavailable } from '../store/bundle-store.ts';
import {
  bytesOf,
  listObjects,
  observeRequests,
  openBucket,
  type S3Bucket,
} from '../store/s3-client.ts';
import {
  isUploadId,
  type PendingUpload,
  type StartedUpload,
  startedUploadOf,
  UPLOAD_EXPIRES_MS,
  type UploadStore,
} from './upload-store.ts';

/** Counting reads every upload's parts. */
const COUNT_EVERY_MS = 60_000;

/** What never changes of an upload. */
interface UploadInfo {
  /** Of S3. */
  readonly uploadId: string;
  readonly started: StartedUpload | undefined;
}

/**
 * Uploads as multipart uploads of an S3 bucket:
 *
 *   resumable/<id>        the multipart upload; an object once the upload is complete
 *   resumable/<id>.part   bytes after its last part, too few for a part
 *   resumable/<id>.info   metadata
 */
export function openS3Uploads(config: S3Config, observe: ObserveStore): UploadStore {
  const folder = `${config.prefix}resumable/`;
  const s3 = openBucket(config, observe);
  const { client, Bucket } = s3;
  const dataStore = new TusS3Store({
    config,
    expiresMs: UPLOAD_EXPIRES_MS,
    onClient: (client) => observeRequests(client, observe, folder),
  });
  const infos = createUploadInfos(s3, folder);
  const keyOf = (id: string) => folder + id;

  async function sizeOf(Key: string): Promise<number | undefined> {
    return (await orUndefined(client.headObject({ Bucket, Key })))?.ContentLength;
  }

  /** @returns undefined when the upload is complete or gone */
  function partsSize(id: string, UploadId: string): Promise<number | undefined> {
    const sum = async () => {
      let size = 0;
      let page: ListPartsCommandOutput | undefined;
      do {
        // Not by the SDK's own pages: some servers give the last one a marker as well.
        const PartNumberMarker: string | undefined = page?.NextPartNumberMarker;
        const input = { Bucket, Key: keyOf(id), UploadId, PartNumberMarker };
        page = await client.listParts(input);
        for (const part of page.Parts ?? []) size += part.Size ?? 0;
      } while (page.IsTruncated);
      return size;
    };
    return orUndefined(sum());
  }

  async function find(id: string): Promise<PendingUpload | undefined> {
    const info = isUploadId(id) ? await infos.find(id) : undefined;
    if (info?.started === undefined) return undefined;
    const inParts = await partsSize(id, info.uploadId);
    if (inParts !== undefined)
      return { ...info.started, offset: inParts + ((await sizeOf(`${keyOf(id)}.part`)) ?? 0) };
    const offset = await sizeOf(keyOf(id));
    if (offset === undefined) infos.forget(id);
    return offset === undefined ? undefined : { ...info.started, offset };
  }

  async function all(): Promise<StartedUpload[]> {
    const found = await Promise.all((await infos.ids()).map(infos.find));
    return found.flatMap((info) => info?.started ?? []);
  }

  const count = createBackgroundCount(async () => {
    const found = (await Promise.all((await infos.ids()).map(find))).flatMap((one) => one ?? []);
    return { uploads: found.length, bytes: found.reduce((sum, { offset }) => sum + offset, 0) };
  });

  async function remove(id: string): Promise<void> {
    await orUndefined(dataStore.remove(id));
    infos.forget(id);
  }

  return {
    dataStore,
    isRemote: true,
    async createReadStream(id) {
      const { Body } = await client.getObject({ Bucket, Key: keyOf(id) });
      return whole(Body as AsyncIterable<Buffer>);
    },
    find,
    all,
    count,
    remove,
    async removeExpired(now) {
      let removed = 0;
      for (const id of await infos.ids()) {
        const startedAt = (await infos.find(id))?.started?.startedAt ?? 0;
        if (now - startedAt < UPLOAD_EXPIRES_MS) continue;
        await remove(id);
        removed += 1;
      }
      return removed;
    },
  };
}

/** @returns what was counted last, at once: metrics are needed most while the storage is slow or away */
function createBackgroundCount(read: UploadStore['count']): UploadStore['count'] {
  let counted = { uploads: 0, bytes: 0 };
  let countedAt = Number.NEGATIVE_INFINITY;

  async function recount(): Promise<void> {
    counted = await read();
  }

  return async () => {
    if (performance.now() - countedAt >= COUNT_EVERY_MS) {
      countedAt = performance.now();
      // What fails is counted at its next time.
      recount().catch(() => undefined);
    }
    return counted;
  };
}

/** Metadata, each read once from the bucket. */
function createUploadInfos(s3: S3Bucket, folder: string) {
  const infos = new Map<string, UploadInfo>();

  async function find(id: string): Promise<UploadInfo | undefined> {
    const known = infos.get(id);
    if (known !== undefined) return known;
    const input = { Bucket: s3.Bucket, Key: folder + id + INFO };
    const answer = await orUndefined(s3.client.getObject(input));
    if (answer === undefined) return undefined;
    const file: Upload = JSON.parse((await bytesOf(s3, answer)).toString());
    const uploadId = answer.Metadata?.['upload-id'] ?? '';
    const info = { uploadId, started: startedUploadOf(id, file) };
    infos.set(id, info);
    return info;
  }

  return {
    find,
    /** @returns the ids of all uploads */
    async ids(): Promise<string[]> {
      const objects = await listObjects(s3, { Prefix: folder });
      const found = objects.filter(({ key }) => key.endsWith(INFO));
      const ids = found.map(({ key }) => basename(key, INFO)).filter(isUploadId);
      const listed = new Set(ids);
      for (const id of infos.keys()) if (!listed.has(id)) infos.delete(id);
      return ids;
    },
    forget: (id: string) => infos.delete(id),
  };
}

/** A body that breaks in the middle is no fault of the upload. */
async function* whole(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* body;
  } catch (error) {
    throw storeUnavailable(error);
  }
}
