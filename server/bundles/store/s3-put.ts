import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import pLimit from 'p-limit';
import { storeUnavailable } from './bundle-store.ts';
import { isNotFound, type S3Bucket } from './s3-client.ts';

const MIB = 1024 * 1024;
/** Larger files are sent in parts of this size, or larger ones if they would be too many. */
const PART_BYTES = 8 * MIB;
const PARTS_MAX = 10_000;
/** Parts in memory, of all uploads of this process. */
const CONCURRENT_PARTS = 4;
/** @returns puts a local file; an upload that fails in the middle leaves nothing */
export function createPut({ client, Bucket }: S3Bucket) {
  const limit = pLimit(CONCURRENT_PARTS);

  async function putParts(file: FileHandle, size: number, Key: string): Promise<void> {
    const { UploadId } = await client.createMultipartUpload({ Bucket, Key });
    const upload = { Bucket, Key, UploadId };
    try {
      const starts = partStarts(size);
      const [, bytes = size] = starts;
      let failed = false;
      const putPart = (at: number, index: number) =>
        limit(async () => {
          if (failed) return {};
          const Body = await readPart(file, at, Math.min(bytes, size - at));
          const part = { ...upload, Body, PartNumber: index + 1, ContentMD5: md5Of(Body) };
          const { ETag } = await client.uploadPart(part);
          return { ETag, PartNumber: index + 1 };
        }).catch((error: unknown) => {
          failed = true;
          throw error;
        });
      const results = await Promise.allSettled(starts.map(putPart));
      const Parts = results.map((result) => {
        if (result.status === 'rejected') throw result.reason;
        return result.value;
      });
      await client.completeMultipartUpload({ ...upload, MultipartUpload: { Parts } });
    } catch (error) {
      // If this fails as well, the upload is aborted once it is stale.
      await client.abortMultipartUpload(upload).catch(() => undefined);
      throw error;
    }
  }

  async function putWhole(file: FileHandle, size: number, Key: string): Promise<void> {
    await limit(async () => {
      const Body = await readPart(file, 0, size);
      await client.putObject({ Bucket, Key, Body, ContentMD5: md5Of(Body) });
    });
  }

  return async function put(path: string, key: string): Promise<void> {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      await (size <= PART_BYTES ? putWhole(file, size, key) : putParts(file, size, key));
    } catch (error) {
      // The bucket, or the upload that was begun in it.
      throw isNotFound(error) ? storeUnavailable(error) : error;
    } finally {
      await file.close();
    }
  };
}

function partStarts(size: number): number[] {
  const bytes = Math.max(PART_BYTES, Math.ceil(size / PARTS_MAX));
  return Array.from({ length: Math.ceil(size / bytes) }, (_, index) => index * bytes);
}

async function readPart(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  for (let done = 0; done < length; ) {
    const { bytesRead } = await file.read(bytes, done, length - done, at + done);
    if (bytesRead === 0) throw new Error('A received file has become shorter.');
    done += bytesRead;
  }
  return bytes;
}

/** With it the storage refuses bytes that were damaged on their way. */
const md5Of = (bytes: Buffer) => createHash('md5').update(bytes).digest('base64');
