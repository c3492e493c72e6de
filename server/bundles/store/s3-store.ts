import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type MultipartUpload,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import type { PieceStore } from '../../mesh/transfers/arrivals.ts';
import { openS3Uploads } from '../uploads/s3-upload-store.ts';
import {
  BundleMissingError,
  type BundleStore,
  EXTENSION,
  type ObserveStore,
  ORPHANED,
  OWNER,
  type S3Config,
  type StoredBundleFile,
} from './bundle-store.ts';
import { openScratch, removeOlder } from './file-store.ts';
import {
  createFetchRange,
  createS3Call,
  createS3Client,
  isNotFound,
  listObjects,
  orMissing,
  type S3Access,
} from './s3-client.ts';
import { createPut } from './s3-put.ts';

export interface S3StoreOptions {
  readonly config: S3Config;
  /** On this machine's disk. */
  readonly scratchDirectory: string;
  readonly observe: ObserveStore;
}

/**
 * Bundles as objects of an S3 bucket. An upload is written to this machine's disk, checked there and then put: the
 * object is complete or not there.
 */
export async function openS3Store(options: S3StoreOptions): Promise<BundleStore> {
  const { config } = options;
  const { bucket: Bucket, prefix } = config;
  const scratch = await openScratch(options.scratchDirectory);
  const client = createS3Client(config);
  const call = createS3Call(options.observe);
  const keyOf = (id: string) => `${prefix}${basename(id)}${EXTENSION}`;
  const orphanedKeyOf = (id: string) => `${prefix}${ORPHANED}/${basename(id)}${EXTENSION}`;
  const s3 = { client, call, Bucket };
  const put = createPut(s3);

  const removeKey = (Key: string) =>
    call('delete', () => client.send(new DeleteObjectCommand({ Bucket, Key })));

  return {
    config,
    observe: options.observe,
    isInDataDir: false,
    scratch,
    async prepare(path, id) {
      await put(path, keyOf(id));
      await rm(path, { force: true });
    },
    publish: async () => undefined,
    locationOf: (id) => ({ kind: 's3', config, key: keyOf(id) }),
    async open(id) {
      const Key = keyOf(id);
      const head = call('head', () => client.send(new HeadObjectCommand({ Bucket, Key })));
      const { ContentLength: size = 0 } = await orMissing(id, head);
      const fetchRange = createFetchRange(s3, Key);
      return {
        size,
        async read(at, length) {
          const end = Math.min(size, at + length);
          return at >= end ? Buffer.alloc(0) : orMissing(id, fetchRange(at, end));
        },
        close: async () => undefined,
      };
    },
    async createReadStream(id) {
      const input = { Bucket, Key: keyOf(id) };
      const { Body } = await orMissing(
        id,
        call('get', () => client.send(new GetObjectCommand(input))),
      );
      if (Body === undefined) throw new BundleMissingError(id);
      return Body as Readable;
    },
    async remove(id) {
      await removeKey(keyOf(id));
    },
    list: () => listBundles(s3, prefix),
    async setAside(id) {
      const CopySource = encodeURI(`${Bucket}/${keyOf(id)}`);
      const input = { Bucket, Key: orphanedKeyOf(id), CopySource };
      try {
        await call('copy', () => client.send(new CopyObjectCommand(input)));
      } catch (error) {
        if (isNotFound(error)) return false;
        throw error;
      }
      await removeKey(keyOf(id));
      return true;
    },
    listSetAside: () => listBundles(s3, `${prefix}${ORPHANED}/`),
    clearScratch: (before) => removeOlder(Object.values(scratch), before),
    async abortStale(before) {
      const stale = await staleUploads(s3, prefix, before);
      for (const { Key, UploadId } of stale)
        await call('abort', () =>
          client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })),
        ).catch(ignoreNotFound);
      return stale.length;
    },
    async readOwner() {
      const input = { Bucket, Key: `${prefix}${OWNER}` };
      try {
        const { Body } = await call('get', () => client.send(new GetObjectCommand(input)));
        return (await Body?.transformToString())?.trim() ?? null;
      } catch (error) {
        return ignoreNotFound(error);
      }
    },
    async writeOwner(id) {
      const input = { Bucket, Key: `${prefix}${OWNER}`, Body: `${id}\n` };
      await call('put', () => client.send(new PutObjectCommand(input)));
    },
    openUploads: async () => openS3Uploads(config, options.observe),
    arriving: createS3Pieces(s3, `${prefix}arriving/`),
    async check() {
      await call('head', () => client.send(new HeadBucketCommand({ Bucket })));
    },
    close: () => client.destroy(),
  };
}

/** @param under prefix of the keys */
async function* listBundles(s3: S3Access, under: string): AsyncGenerator<StoredBundleFile> {
  for (const { key, ...file } of await listObjects(s3, { Prefix: under, Delimiter: '/' }))
    if (key.endsWith(EXTENSION)) yield { id: basename(key, EXTENSION), ...file };
}

/** All are listed before any is aborted: a page begins after the last upload of the one before. */
async function staleUploads(
  { client, call, Bucket }: S3Access,
  prefix: string,
  before: number,
): Promise<MultipartUpload[]> {
  const stale: MultipartUpload[] = [];
  let after = {};
  for (;;) {
    const input = { Bucket, Prefix: prefix, ...after };
    const page = await call('list', () => client.send(new ListMultipartUploadsCommand(input)));
    for (const upload of page.Uploads ?? [])
      if (upload.Initiated !== undefined && upload.Initiated.getTime() < before) stale.push(upload);
    if (page.IsTruncated !== true) return stale;
    after = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
  }
}

function ignoreNotFound(error: unknown): null {
  if (isNotFound(error)) return null;
  throw error;
}

/** Pieces of what peers deploy, until it is complete. */
function createS3Pieces(s3: S3Access, folder: string): PieceStore {
  const { client, call, Bucket } = s3;
  return {
    async put(name, Body) {
      const input = { Bucket, Key: folder + name, Body };
      await call('put', () => client.send(new PutObjectCommand(input)));
    },
    async get(name) {
      const input = { Bucket, Key: folder + name };
      try {
        return await call('get', async () => {
          const { Body } = await client.send(new GetObjectCommand(input));
          return Buffer.from((await Body?.transformToByteArray()) ?? []);
        });
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },
    async list(prefix) {
      const objects = await listObjects(s3, { Prefix: folder + prefix });
      return objects.map(({ key, ...piece }) => ({ name: key.slice(folder.length), ...piece }));
    },
    async remove(name) {
      const input = { Bucket, Key: folder + name };
      await call('delete', () => client.send(new DeleteObjectCommand(input)));
    },
  };
}
