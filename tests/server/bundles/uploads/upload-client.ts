import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Change } from '../../../../contract/live.ts';
import type { Bundle, BundleDetails } from '../../../../contract/shapes/bundle.ts';
import { OWNER } from '../../../../server/bundles/store/bundle-store.ts';
import { zipOf } from '../../../doubles/zip-writer.ts';
import type { TestServer } from '../../start-server.ts';

type Caller = Pick<TestServer, 'call'>;

export const GOOD_ZIP = zipOf({ 'feature.json': '{"name":"feature"}' });

interface UploadFormInput {
  readonly file?: Buffer;
  readonly filename?: string;
  readonly targetPlatforms?: string;
  readonly priority?: string;
}

/** A form as the console sends it. */
export function formOf(input: UploadFormInput = {}): FormData {
  const form = new FormData();
  form.set(
    'zipfile',
    new Blob([new Uint8Array(input.file ?? GOOD_ZIP)]),
    input.filename ?? 'feature.zip',
  );
  form.set('targetPlatforms', input.targetPlatforms ?? '["Forge","Harbor"]');
  form.set('priority', input.priority ?? 'standard');
  return form;
}

export function upload(server: Caller, cookie: string, input?: UploadFormInput): Promise<Response> {
  return server.call('/api/zip/upload', { cookie, body: formOf(input) });
}

/** @returns the new bundle. Throws unless it was taken */
export async function uploaded(
  server: Caller,
  cookie: string,
  input?: UploadFormInput,
): Promise<Bundle> {
  const response = await upload(server, cookie, input);
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()).bundle;
}

/** Every live message from now on. */
export function listen(server: TestServer) {
  const changes: Change[] = [];
  const waiting = new Set<() => void>();
  server.node.journal.subscribe((change) => {
    changes.push(change);
    for (const look of waiting) look();
  });
  return {
    changes,
    /** Resolves with the first message, past or to come, that fits. */
    until: (fits: (change: Change) => boolean) =>
      new Promise<Change>((resolve) => {
        const look = () => {
          const found = changes.find(fits);
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
  };
}

/** Uploads and waits for the live message with the verdict. */
export async function uploadAndInspect(
  server: TestServer,
  cookie: string,
  input?: UploadFormInput,
): Promise<BundleDetails> {
  const live = listen(server);
  const { id } = await uploaded(server, cookie, input);
  await live.until(({ op, data }) => op === 'patch' && (data as { id?: unknown }).id === id);
  return details(server, cookie, id);
}

export async function details(server: Caller, cookie: string, id: string | number) {
  const response = await server.call(`/api/zip/bundles/${id}`, { cookie });
  return (await response.json()) as BundleDetails;
}

export async function listed(server: Caller, cookie: string): Promise<Bundle[]> {
  return (await server.call('/api/zip/bundles', { cookie })).json();
}

/** Which bundles there are, whatever an inspection makes of them meanwhile. */
export async function listedIds(server: Caller, cookie: string): Promise<Bundle['id'][]> {
  return (await listed(server, cookie)).map(({ id }) => id);
}

/** Names of everything under the bundles' directory that is a file, but for the one that says whose directory it is. */
export async function filesOf(dataDir: string): Promise<string[]> {
  const entries = await readdir(join(dataDir, 'bundles'), { withFileTypes: true, recursive: true });
  const names = entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
  return names.filter((name) => name !== OWNER);
}

const BOUNDARY = 'the-boundary';

/** One part of a form written by hand. */
export function part(disposition: string, content: string | Buffer, type?: string): Buffer {
  const head = [`--${BOUNDARY}`, `Content-Disposition: ${disposition}`];
  const lines = type === undefined ? head : [...head, `Content-Type: ${type}`];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), Buffer.from(content), CRLF]);
}

const CRLF = Buffer.from('\r\n');
export const END = Buffer.from(`--${BOUNDARY}--\r\n`);
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
export const filePart = (content: Buffer = GOOD_ZIP, name = 'zipfile') =>
  part(`form-data; name="${name}"; filename="feature.zip"`, content, 'application/zip');
export const fieldPart = (name: string, value: string) => part(`form-data; name="${name}"`, value);
export const GOOD_FIELDS = Buffer.concat([
  fieldPart('targetPlatforms', '["Forge"]'),
  fieldPart('priority', 'standard'),
]);

/** An upload by hand, to be cut off or held back at any byte. */
interface RawUpload {
  readonly socket: Socket;
  write(bytes: Buffer | string): void;
  /** Resolves with the status line and everything read so far, once an answer has begun. */
  answer(): Promise<string>;
}

export async function rawUpload(
  server: TestServer,
  headers: Readonly<Record<string, string | number>>,
): Promise<RawUpload> {
  const { hostname, port, host } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => socket.destroy());
  let read = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    read += text;
  });
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  const all = { host, 'content-type': FORM_TYPE, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  socket.write(`${['POST /api/zip/upload HTTP/1.1', ...lines].join('\r\n')}\r\n\r\n`);
  return {
    socket,
    write: (bytes) => socket.write(bytes),
    answer: () =>
      new Promise((resolve) => {
        const look = () => {
          if (/\r\n\r\n.*\}/s.test(read) || socket.destroyed) resolve(read);
        };
        socket.on('data', look).on('close', () => resolve(read));
        look();
      }),
  };
}
