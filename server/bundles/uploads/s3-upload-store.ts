import { basename } from 'node:path';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListPartsCommand,
  type ListPartsCommandOutput,
} from '@aws-sdk/client-s3';
import type { Upload } from '@tus/server';
import { type ObserveStore, type S3Config, storeUnavailable } from '../store/bundle-store.ts';
import {
  createS3Call,
  createS3Client,
  listObjects,
  orUndefined,
  type S3Access,
} from '../store/s3-client.ts';
import { INFO, TusS3Store } from './tus-s3-store.ts';
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
  const s3 = {
    client: createS3Client(config),
    call: createS3Call(observe),
    Bucket: config.bucket,
    folder,
  };
  const { client, call, Bucket } = s3;
  const infos = createUploadInfos(s3);
  const keyOf = (id: string) => folder + id;

  async function sizeOf(Key: string): Promise<number | undefined> {
    const head = call('head', () => client.send(new HeadObjectCommand({ Bucket, Key })));
    return (await orUndefined(head))?.ContentLength;
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
        page = await client.send(new ListPartsCommand(input));
        for (const part of page.Parts ?? []) size += part.Size ?? 0;
      } while (page.IsTruncated);
      return size;
    };
    return orUndefined(call('list', sum));
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

  /** The metadata last: without it nobody knows that there is more to remove. */
  async function remove(id: string): Promise<void> {
    const UploadId = (await infos.find(id))?.uploadId;
    const upload = { Bucket, Key: keyOf(id), UploadId };
    if (UploadId)
      await orUndefined(call('abort', () => client.send(new AbortMultipartUploadCommand(upload))));
    for (const Key of [keyOf(id), `${keyOf(id)}.part`, keyOf(id) + INFO])
      await call('delete', () => client.send(new DeleteObjectCommand({ Bucket, Key })));
    infos.forget(id);
  }

  return {
    dataStore: new TusS3Store({ config, folder, observe }),
    isRemote: true,
    async createReadStream(id) {
      const input = { Bucket, Key: keyOf(id) };
      const { Body } = await call('get', () => client.send(new GetObjectCommand(input)));
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
function createUploadInfos({
  client,
  call,
  Bucket,
  folder,
}: S3Access & { readonly folder: string }) {
  const infos = new Map<string, UploadInfo>();

  async function find(id: string): Promise<UploadInfo | undefined> {
    const known = infos.get(id);
    if (known !== undefined) return known;
    const input = { Bucket, Key: folder + id + INFO };
    const answer = await orUndefined(call('get', () => client.send(new GetObjectCommand(input))));
    if (answer === undefined) return undefined;
    const file: Upload = JSON.parse((await answer.Body?.transformToString()) ?? '{}');
    const uploadId = answer.Metadata?.['upload-id'] ?? '';
    const info = { uploadId, started: startedUploadOf(id, file) };
    infos.set(id, info);
    return info;
  }

  return {
    find,
    /** @returns the ids of all uploads */
    async ids(): Promise<string[]> {
      const objects = await listObjects({ client, call, Bucket }, { Prefix: folder });
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
