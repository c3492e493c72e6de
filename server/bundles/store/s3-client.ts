import {
  type GetObjectCommandOutput,
  paginateListObjectsV2,
  S3,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { createByteSource, type OpenSource } from '../inspection/zip/byte-source.ts';
import { createBlockReader } from './block-reader.ts';
import {
  BundleMissingError,
  type ObserveStore,
  type S3Config,
  storeUnavailable,
} from './bundle-store.ts';

/** Imported only when bundles are kept on S3: the SDK is large. */

/** A request may be sent again twice; each attempt fails after so long without a byte. */
const ATTEMPTS = 3;
const CONNECT_MS = 3_000;
const SILENT_MS = 20_000;

export function s3ClientConfig({ region, endpoint, credentials }: S3Config): S3ClientConfig {
  return {
    region,
    // Servers other than Amazon's seldom have a name for each bucket.
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    ...(credentials !== null && { credentials }),
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: SILENT_MS },
    // Newer checksums than the MD5 that we send are not known everywhere.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  };
}

/** The bucket of a configuration. Its requests are measured, and fail as those of `observeRequests`. The caller ends the client. */
export function openBucket(config: S3Config, observe: ObserveStore): S3Bucket {
  const client = new S3(s3ClientConfig(config));
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

/** @returns the verb of a command's name; a part is put, as a whole object is */
const operationOf = (commandName: string): string => {
  const [verb = ''] = commandName.split(/(?<=[a-z])(?=[A-Z])/);
  return verb === 'Upload' ? 'put' : verb.toLowerCase();
};

const NOT_FOUND = ['NoSuchKey', 'NotFound', 'NoSuchUpload'];

export const isNotFound = (error: unknown): boolean =>
  error instanceof Error && NOT_FOUND.includes(error.name);

/** @throws BundleMissingError in place of the SDK's error */
async function orMissing<T>(id: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isNotFound(error) ? new BundleMissingError(id) : error;
  }
}

/** @returns undefined when there is no such object or upload */
export async function orUndefined<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
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
  for await (const page of paginateListObjectsV2({ client }, { Bucket, ...under }))
    for (const { Key = '', Size = 0, LastModified } of page.Contents ?? [])
      objects.push({ key: Key, size: Size, modifiedAt: LastModified?.getTime() ?? Date.now() });
  return objects;
}
