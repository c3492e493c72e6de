import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { S3, type S3ClientConfig } from '@aws-sdk/client-s3';
import type { BundleStoreConfig } from '../config/bundle-store-config.ts';
import { checkLiteral, judgedLookup, operatorTargets } from './addresses.ts';
import { TransportError } from './no-answer.ts';

/** Imported only where there is such a storage: the SDK is large. */

export type S3Config = Extract<BundleStoreConfig, { kind: 's3' }> & {
  /** Other than the usual ones. */
  readonly limits?: S3Limits;
};

export interface S3Limits {
  readonly connectMs: number;
  /** Without a byte. */
  readonly silentMs: number;
  /** Of a whole request, and of the body of its answer, beside the time that their bytes may take. */
  readonly wholeMs: number;
  readonly bytesPerSec: number;
}

const LIMITS: S3Limits = {
  connectMs: 3_000,
  silentMs: 10_000,
  wholeMs: 20_000,
  bytesPerSec: 32 * 1024,
};
/** A request may be sent again twice, but not one whose time is over. */
const ATTEMPTS = 3;
const SOCKETS = 50;
/** Of an answer that does not say its length, such as a list. */
const ANSWER_MAX_BYTES = 16 * 1024 * 1024;
const QUIET = ['trace', 'debug', 'info', 'warn', 'error'].map((name) => [name, () => undefined]);

export function s3ClientConfig({
  region,
  endpoint,
  credentials,
  limits: { connectMs, silentMs } = LIMITS,
}: S3Config): S3ClientConfig {
  const agent = { keepAlive: true, maxSockets: SOCKETS, lookup: judgedLookup(operatorTargets, 0) };
  return {
    region,
    // Servers other than Amazon's seldom have a name for each bucket.
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    ...(credentials !== null && { credentials }),
    maxAttempts: ATTEMPTS,
    // It writes lines that are no JSON otherwise.
    logger: Object.fromEntries(QUIET),
    requestHandler: {
      connectionTimeout: connectMs,
      socketTimeout: silentMs,
      logger: Object.fromEntries(QUIET),
      httpAgent: new HttpAgent(agent),
      httpsAgent: new HttpsAgent(agent),
    },
    // Newer checksums than the MD5 that we send are not known everywhere.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  };
}

// It is printed as plain text, among lines of JSON.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';

/** The caller ends it. Each request fails within its limits. @throws TransportError if the address is refused */
export function createS3(config: S3Config): S3 {
  if (config.endpoint !== null) checkLiteral(operatorTargets, new URL(config.endpoint).hostname, 0);
  return limitRequests(new S3(s3ClientConfig(config)), config);
}

/** What the client's handler says of a request and its answer. */
interface Handled {
  readonly response: {
    readonly statusCode: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: NodeJS.ReadableStream & { destroy(error: Error): unknown };
  };
}

interface Handler {
  handle(
    request: { readonly headers: Readonly<Record<string, string>> },
    options?: { readonly abortSignal?: AbortSignal },
  ): Promise<Handled>;
}

/** Gives each request of a client, and the body of each answer, a deadline: the SDK knows limits of silence alone. */
export function limitRequests(client: S3, { limits = LIMITS, credentials }: S3Config): S3 {
  const { wholeMs, bytesPerSec } = limits;
  if (credentials === null) limitCredentials(client, wholeMs);
  const handler = client.config.requestHandler as unknown as Handler;
  const handle = handler.handle.bind(handler);
  const limitFor = (headers: Readonly<Record<string, string>>) =>
    wholeMs + ((Number(headers['content-length']) || 0) / bytesPerSec) * 1000;
  handler.handle = async (request, options = {}) => {
    const over = new AbortController();
    const signal = AbortSignal.any([
      over.signal,
      ...(options.abortSignal ? [options.abortSignal] : []),
    ]);
    const late = new Promise<never>((_, reject) => {
      over.signal.addEventListener('abort', () => reject(new TransportError('too-late')));
    });
    const timer = setTimeout(() => over.abort(), limitFor(request.headers));
    try {
      const handled = await Promise.race([
        handle(request, { ...options, abortSignal: signal }),
        late,
      ]);
      // 101 without an upgrade would be an object without bytes.
      if (handled.response.statusCode < 200) throw new TransportError('bad-http');
      limitBody(handled.response, limitFor(handled.response.headers));
      return handled;
    } catch (error) {
      throw isOwnTimeout(error) ? new TransportError('too-late') : error;
    } finally {
      clearTimeout(timer);
    }
  };
  return client;
}

type Credentials = Extract<S3ClientConfig['credentials'], (...args: never[]) => unknown>;

/** What this machine is given keys by may hang too, and the SDK would wait for its first answer for ever: it is asked anew. */
function limitCredentials({ config }: S3, ms: number): void {
  const { credentialDefaultProvider: find } = config as unknown as {
    readonly credentialDefaultProvider: (options: object) => Credentials;
  };
  config.credentials = async () => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new TransportError('too-late')), ms);
    });
    const found = find({ ...config, parentClientConfig: config })();
    return Promise.race([found, late]).finally(() => clearTimeout(timer));
  };
}

/** Of silence. It would be sent again otherwise. */
const isOwnTimeout = (error: unknown): boolean =>
  error instanceof Error && error.name === 'TimeoutError' && !('code' in error);

function limitBody({ headers, body }: Handled['response'], ms: number): void {
  if (body === undefined) return;
  const timer = setTimeout(() => body.destroy(new TransportError('unfinished')), ms);
  body.once('close', () => clearTimeout(timer));
  if (headers['content-length'] !== undefined) return;
  let size = 0;
  // Counted once somebody reads: a listener alone would begin to.
  body.once('resume', () =>
    body.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > ANSWER_MAX_BYTES) body.destroy(new TransportError('too-large'));
    }),
  );
}

const NOT_FOUND = ['NoSuchKey', 'NotFound', 'NoSuchUpload'];

export const isNotFound = (error: unknown): boolean =>
  error instanceof Error && NOT_FOUND.includes(error.name);

/** @returns undefined when there is no such object or upload */
export async function orUndefined<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
