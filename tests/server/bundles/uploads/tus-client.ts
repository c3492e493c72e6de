import { createHash, randomUUID } from 'node:crypto';
import { RESUMABLE_PATH } from '../../../../contract/paths.ts';
import type { TestServer } from '../../start-server.ts';

import { GOOD_ZIP } from './upload-client.ts';

type Caller = Pick<TestServer, 'call'>;

const TUS = { 'tus-resumable': '1.0.0' };

interface Beginning {
  readonly file?: Buffer;
  /** Sent in place of the right ones; undefined leaves a field out. */
  readonly fields?: Readonly<Record<string, string | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
}

export const newKey = () => randomUUID();
export const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

export function begin(server: Caller, cookie: string, beginning: Beginning = {}) {
  const { file = GOOD_ZIP, fields = {}, headers = {} } = beginning;
  const all: Readonly<Record<string, string | undefined>> = {
    filename: 'feature.zip',
    targetPlatforms: '["Forge","Harbor"]',
    priority: 'standard',
    key: newKey(),
    sha256: sha256Of(file),
    ...fields,
  };
  const metadata = Object.entries(all)
    .filter((field): field is [string, string] => field[1] !== undefined)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');
  return server.call(RESUMABLE_PATH, {
    method: 'POST',
    cookie,
    headers: {
      ...TUS,
      'upload-length': String(file.length),
      'upload-metadata': metadata,
      ...headers,
    },
  });
}

/** @returns the path of a new upload. Throws unless it was let in */
export async function begun(server: Caller, cookie: string, beginning?: Beginning) {
  const response = await begin(server, cookie, beginning);
  const path = response.headers.get('location');
  if (path === null) throw new Error(`${response.status}: ${await response.text()}`);
  return path;
}

export function sendOn(
  server: Caller,
  cookie: string,
  path: string,
  offset: number,
  bytes: RequestInit['body'],
) {
  const headers = {
    ...TUS,
    'upload-offset': String(offset),
    'content-type': 'application/offset+octet-stream',
  };
  return server.call(path, { method: 'PATCH', cookie, headers, body: bytes });
}

/** Sends bytes from the beginning of an upload in a request that goes on until it is broken. */
export function sendOpenEnded(server: TestServer, cookie: string, path: string, bytes: Buffer) {
  const broken = new AbortController();
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new Uint8Array(bytes)),
  });
  const headers = {
    ...TUS,
    cookie,
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  };
  const init = { method: 'PATCH', signal: broken.signal, headers, body, duplex: 'half' };
  return {
    /** Its answer; undefined when there is none. */
    answer: fetch(server.url + path, init as RequestInit).catch(() => undefined),
    break: () => broken.abort(),
  };
}

export function ask(server: Caller, cookie: string, path: string, method = 'HEAD') {
  return server.call(path, { method, cookie, headers: TUS });
}

/** @returns how many bytes have arrived */
export async function offsetOf(server: Caller, cookie: string, path: string) {
  return Number((await ask(server, cookie, path)).headers.get('upload-offset'));
}

export const receiptOf = (server: Caller, cookie: string, key: string) =>
  server.call(`/api/zip/receipts/${key}`, { cookie });
