import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { MultipartUpload } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import pLimit from 'p-limit';
import { rm, stat } from '../../base/file-work.ts';
import type { PieceStore } from '../../mesh/transfers/arrivals.ts';
import { isNotFound, orUndefined, type S3Config } from '../../outgoing/s3.ts';
import { openS3Uploads } from '../uploads/s3-upload-store.ts';
import {
  type BundleStore,
  EXTENSION,
  type ObserveStore,
  ORPHANED,
  OWNER,
  type StoredBundleFile,
  storeUnavailable,
} from './bundle-store.ts';
import { openScratch, removeOlder } from './file-store.ts';
import { bytesOf, listObjects, openBucket, openObject, type S3Bucket } from './s3-client.ts';

interface S3StoreOptions {
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
  const { config, observe } = options;
  const { prefix } = config;
  const scratch = await openScratch(options.scratchDirectory);
  const s3 = openBucket(config, observe);
  const { client, Bucket } = s3;
  const keyOf = (id: string) => `${prefix}${basename(id)}${EXTENSION}`;
  const orphanedKeyOf = (id: string) => `${prefix}${ORPHANED}/${basename(id)}${EXTENSION}`;
  const put = createPut(s3);

  return {
    config,
    observe,
    isInDataDir: false,
    scratch,
    async prepare(path, id) {
      await put(path, keyOf(id));
      await rm(path, { force: true });
    },
    publish: async () => undefined,
    locationOf: (id) => ({ kind: 's3', config, key: keyOf(id) }),
    open: (id) => openObject(s3, keyOf(id)),
    async remove(id) {
      await client.deleteObject({ Bucket, Key: keyOf(id) });
    },
    list: () => listBundles(s3, prefix),
    async setAside(id) {
      const CopySource = encodeURI(`${Bucket}/${keyOf(id)}`);
      const copy = client.copyObject({ Bucket, Key: orphanedKeyOf(id), CopySource });
      if ((await orUndefined(copy)) === undefined) return false;
      await client.deleteObject({ Bucket, Key: keyOf(id) });
      return true;
    },
    listSetAside: () => listBundles(s3, `${prefix}${ORPHANED}/`),
    clearScratch: (before) => removeOlder(Object.values(scratch), before),
    async abortStale(before) {
      const stale = await staleUploads(s3, prefix, before);
      for (const { Key, UploadId } of stale)
        await orUndefined(client.abortMultipartUpload({ Bucket, Key, UploadId }));
      return stale.length;
    },
    async readOwner() {
      const answer = await orUndefined(client.getObject({ Bucket, Key: `${prefix}${OWNER}` }));
      return answer ? (await bytesOf(s3, answer)).toString().trim() : null;
    },
    async writeOwner(id) {
      await client.putObject({ Bucket, Key: `${prefix}${OWNER}`, Body: `${id}\n` });
    },
    openUploads: async () => openS3Uploads(config, observe),
    arriving: createS3Pieces(s3, `${prefix}arriving/`),
    close: () => client.destroy(),
  };
}

const MIB = 1024 * 1024;
/** Larger files are sent in parts of this size, or larger ones if they would be too many. */
const PART_BYTES = 8 * MIB;
const PARTS_MAX = 10_000;
/** Of each at most so many parts are in memory, and so many files at once. */
const CONCURRENT = 2;

/** @returns puts a local file; an upload that fails in the middle leaves nothing */
function createPut({ client, Bucket }: S3Bucket) {
  const limit = pLimit(CONCURRENT);
  return (path: string, Key: string): Promise<void> =>
    limit(async () => {
      const { size } = await stat(path);
      const partSize = Math.max(PART_BYTES, Math.ceil(size / PARTS_MAX));
      const params = { Bucket, Key, Body: createReadStream(path, { highWaterMark: MIB }) };
      try {
        await new Upload({ client, params, partSize, queueSize: CONCURRENT }).done();
        // What answers a PUT with 200 may be a page of a proxy: the object itself proves that it is there.
        const { ContentLength } = await client.headObject({ Bucket, Key });
        if (ContentLength !== size) throw storeUnavailable(new Error('The object is not there.'));
      } catch (error) {
        // The bucket, or the upload that was begun in it.
        throw isNotFound(error) ? storeUnavailable(error) : error;
      }
    });
}

/** @param under prefix of the keys */
async function* listBundles(s3: S3Bucket, under: string): AsyncGenerator<StoredBundleFile> {
  for (const { key, ...file } of await listObjects(s3, { Prefix: under, Delimiter: '/' }))
    if (key.endsWith(EXTENSION)) yield { id: basename(key, EXTENSION), ...file };
}

/** All are listed before any is aborted: a page begins after the last upload of the one before. */
async function staleUploads(
  { client, Bucket }: S3Bucket,
  prefix: string,
  before: number,
): Promise<MultipartUpload[]> {
  const stale: MultipartUpload[] = [];
  let after = {};
  for (;;) {
    const page = await client.listMultipartUploads({ Bucket, Prefix: prefix, ...after });
    for (const upload of page.Uploads ?? [])
      if (upload.Initiated !== undefined && upload.Initiated.getTime() < before) stale.push(upload);
    if (page.IsTruncated !== true) return stale;
    after = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
  }
}

/** Pieces of what peers deploy, until it is complete. */
function createS3Pieces(s3: S3Bucket, folder: string): PieceStore {
  const { client, Bucket } = s3;
  return {
    async put(name, Body) {
      await client.putObject({ Bucket, Key: folder + name, Body });
    },
    async get(name) {
      const answer = await orUndefined(client.getObject({ Bucket, Key: folder + name }));
      return answer ? bytesOf(s3, answer) : null;
    },
    async list(prefix) {
      const objects = await listObjects(s3, { Prefix: folder + prefix });
      return objects.map(({ key, ...piece }) => ({ name: key.slice(folder.length), ...piece }));
    },
    async remove(name) {
      await client.deleteObject({ Bucket, Key: folder + name });
    },
  };
}
