import {
  GetObjectCommand,
  paginateListObjectsV2,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
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

export const createS3Client = (config: S3Config) => new S3Client(s3ClientConfig(config));

/** Runs requests, measures them and translates their errors. */
export type S3Call = <T>(operation: string, work: () => Promise<T>) => Promise<T>;

/** @returns throws UploadError `unavailable`, or what `isNotFound` recognises */
export function createS3Call(observe: ObserveStore): S3Call {
  return async (operation, work) => {
    const startedAt = performance.now();
    const finish = (ok: boolean) => observe(operation, performance.now() - startedAt, ok);
    try {
      const result = await work();
      finish(true);
      return result;
    } catch (error) {
      finish(isNotFound(error));
      throw isNotFound(error) ? error : storeUnavailable(error);
    }
  };
}

const NOT_FOUND = ['NoSuchKey', 'NotFound', 'NoSuchUpload'];

export const isNotFound = (error: unknown): boolean =>
  error instanceof Error && NOT_FOUND.includes(error.name);

/** @throws BundleMissingError in place of the SDK's error */
export async function orMissing<T>(id: string, work: Promise<T>): Promise<T> {
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

export interface S3Access {
  readonly client: S3Client;
  readonly call: S3Call;
  readonly Bucket: string;
}

/** @returns fetches the bytes from `start` up to `end`, which are inside of the object */
export function createFetchRange({ client, call, Bucket }: S3Access, Key: string) {
  return (start: number, end: number): Promise<Buffer> =>
    call('get', async () => {
      const input = { Bucket, Key, Range: `bytes=${start}-${end - 1}` };
      const { Body } = await client.send(new GetObjectCommand(input));
      const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);
      if (bytes.length !== end - start) throw new Error('The storage answered with other bytes.');
      return bytes;
    });
}

interface ListedObject {
  readonly key: string;
  readonly size: number;
  /** Epoch milliseconds. */
  readonly modifiedAt: number;
}

/** @param under the keys' beginning; with a delimiter only those without another one after it */
export function listObjects(
  { client, call, Bucket }: S3Access,
  under: { readonly Prefix: string; readonly Delimiter?: string },
): Promise<ListedObject[]> {
  return call('list', async () => {
    const objects: ListedObject[] = [];
    for await (const page of paginateListObjectsV2({ client }, { Bucket, ...under }))
      for (const { Key = '', Size = 0, LastModified } of page.Contents ?? [])
        objects.push({ key: Key, size: Size, modifiedAt: LastModified?.getTime() ?? Date.now() });
    return objects;
  });
}
