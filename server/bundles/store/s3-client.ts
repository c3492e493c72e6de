import { createHash } from 'node:crypto';
import type { GetObjectCommandOutput, ListObjectsV2CommandOutput, S3 } from '@aws-sdk/client-s3';
import { createS3, isNotFound, type S3Config } from '../../outgoing/s3.ts';
import { createByteSource, type OpenSource } from '../inspection/zip/byte-source.ts';
import { createBlockReader } from './block-reader.ts';
import { BundleMissingError, type ObserveStore, storeUnavailable } from './bundle-store.ts';

/** The bucket of a configuration. Its requests are measured, and fail as those of `observeRequests`. The caller ends the client. */
export function openBucket(config: S3Config, observe: ObserveStore): S3Bucket {
  const client = createS3(config);
  sendDigests(client);
  observeRequests(client, observe);
  return { client, Bucket: config.bucket, observe };
}

export interface S3Bucket {
  readonly client: S3;
  readonly Bucket: string;
  readonly observe: ObserveStore;
}

/**
 * Requests fail with UploadError `unavailable`, or with what `isNotFound` recognises.
 *
 * @param folder prefix of the keys, which the client does not know
 */
export function observeRequests(client: S3, observe: ObserveStore, folder = ''): void {
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const { input } = args;
        const isObject = 'Key' in input && typeof input.Key === 'string';
        const inFolder = isObject ? { ...input, Key: folder + input.Key } : input;
        const startedAt = performance.now();
        const finish = (ok: boolean) =>
          observe(operationOf(commandName), performance.now() - startedAt, ok);
        try {
          const output = await next({ ...args, input: inFolder });
          assertStored(commandName, output.output);
          finish(true);
          return output;
        } catch (error) {
          finish(isNotFound(error));
          throw isNotFound(error) ? error : storeUnavailable(error);
        }
      },
    { step: 'initialize', name: 'observed' },
  );
}

/** With it the storage refuses bytes that were damaged on their way. */
function sendDigests(client: S3): void {
  client.middlewareStack.add(
    (next) => async (args) => {
      const { input } = args;
      if (!('Body' in input && Buffer.isBuffer(input.Body))) return next(args);
      const ContentMD5 = createHash('md5').update(input.Body).digest('base64');
      return next({ ...args, input: { ...input, ContentMD5 } });
    },
    { step: 'initialize', name: 'digests' },
  );
}

const STORES = /^(?:PutObject|UploadPart|CompleteMultipartUpload)Command$/;

/** What is stored is named by an entity tag in the answer; a page of a proxy seldom has one. */
function assertStored(commandName: string, output: object): void {
  if (STORES.test(commandName) && !('ETag' in output && output.ETag))
    throw new Error('The storage did not say that it has stored this.');
}

/** @returns the verb of a command's name; a part is put, as a whole object is */
const operationOf = (commandName: string): string => {
  const [verb = ''] = commandName.split(/(?<=[a-z])(?=[A-Z])/);
  return verb === 'Upload' ? 'put' : verb.toLowerCase();
};

/** @throws BundleMissingError in place of the SDK's error */
async function orMissing<T>(id: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isNotFound(error) ? new BundleMissingError(id) : error;
  }
}

/**
 * @param length that it must have
 * @throws UploadError `unavailable` when the answer breaks in the middle, which is a failed request as well
 */
export async function bytesOf(
  { observe }: S3Bucket,
  { Body }: GetObjectCommandOutput,
  length?: number,
): Promise<Buffer> {
  const startedAt = performance.now();
  try {
    const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);
    if (bytes.length === (length ?? bytes.length)) return bytes;
    throw new Error('The storage answered with other bytes.');
  } catch (error) {
    observe('get', performance.now() - startedAt, false);
    throw storeUnavailable(error);
  }
}

/** The bytes of an object. @throws BundleMissingError, UploadError `unavailable` */
export async function openObject(s3: S3Bucket, Key: string): Promise<OpenSource> {
  const { client, Bucket } = s3;
  const { ContentLength: size = 0 } = await orMissing(Key, client.headObject({ Bucket, Key }));
  const fill = createBlockReader({
    size,
    async fetchRange(start, end) {
      const Range = `bytes=${start}-${end - 1}`;
      const answer = await orMissing(Key, client.getObject({ Bucket, Key, Range }));
      return bytesOf(s3, answer, end - start);
    },
  });
  return { ...createByteSource(size, fill), close: async () => undefined };
}

interface ListedObject {
  readonly key: string;
  readonly size: number;
  /** Epoch milliseconds. */
  readonly modifiedAt: number;
}

/** @param under the keys' beginning; with a delimiter only those without another one after it */
export async function listObjects(
  { client, Bucket }: S3Bucket,
  under: { readonly Prefix: string; readonly Delimiter?: string },
): Promise<ListedObject[]> {
  const objects: ListedObject[] = [];
  let page: ListObjectsV2CommandOutput | undefined;
  do {
    const ContinuationToken = page?.NextContinuationToken;
    page = await client.listObjectsV2({ Bucket, ...under, ContinuationToken });
    for (const { Key = '', Size = 0, LastModified } of page.Contents ?? [])
      objects.push({ key: Key, size: Size, modifiedAt: LastModified?.getTime() ?? Date.now() });
  } while (page.NextContinuationToken !== undefined);
  return objects;
}
