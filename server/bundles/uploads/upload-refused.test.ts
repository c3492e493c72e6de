import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { zipOf } from '../../../tests/doubles/zip-writer.ts';
import {
  END,
  FORM_TYPE,
  fieldPart,
  filePart,
  filesOf,
  formOf,
  GOOD_FIELDS,
  GOOD_ZIP,
  listed,
  part,
  rawUpload,
  upload,
  uploaded,
} from '../../../tests/server/bundles/uploads/upload-client.ts';
import { startServer, type TestServer } from '../../../tests/server/start-server.ts';

vi.setConfig({ testTimeout: 30_000 });

const MAX_BYTES = 64 * 1024;

let server: TestServer;
let cookie: string;

beforeAll(async () => {
  server = await startServer({ env: { UPLOAD_MAX_BYTES: String(MAX_BYTES) } });
  ({ cookie } = await server.signUp());
});
afterAll(() => server.close());

/** Whatever was refused: nothing is listed and nothing is left on the disk. */
afterEach(async () => {
  expect(await listed(server, cookie)).toEqual([]);
  await vi.waitFor(async () => expect(await filesOf(server.config.dataDir)).toEqual([]), 10_000);
});

async function expectError(response: Response, status: number, message: RegExp) {
  const answer = await response.json();
  expect({ status: response.status, ...answer }).toMatchObject({
    status,
    message: expect.stringMatching(message),
  });
}

const byHand = (...parts: Buffer[]) => ({
  body: new Uint8Array(Buffer.concat(parts)),
  headers: { 'content-type': FORM_TYPE },
});

const FORMS: Record<string, [Buffer[], RegExp]> = {
  'without a file': [[GOOD_FIELDS, END], /no file zipfile/],
  'without parts': [[END], /no file zipfile/],
  'without a priority': [[filePart(), fieldPart('targetPlatforms', '[]'), END], /priority/],
  'without target platforms': [
    [filePart(), fieldPart('priority', 'high'), END],
    /targetPlatforms is missing/,
  ],
  'with two files': [[filePart(), filePart(), GOOD_FIELDS, END], /zipfile twice/],
  'with two priorities': [
    [fieldPart('priority', 'high'), GOOD_FIELDS, filePart(), END],
    /priority twice/,
  ],
  'with an unknown field': [
    [filePart(), GOOD_FIELDS, fieldPart('role', 'admin'), END],
    /not asked/,
  ],
  'with an unknown file': [[filePart(GOOD_ZIP, 'other'), GOOD_FIELDS, END], /not asked/],
  'with a nameless part': [[filePart(), part('form-data', 'x'), GOOD_FIELDS, END], /not asked/],
  'with a part of another kind': [
    [filePart(), part('attachment', 'x'), GOOD_FIELDS, END],
    /not asked/,
  ],
  'with a field called __proto__': [
    [filePart(), GOOD_FIELDS, fieldPart('__proto__', 'x'), END],
    /form/,
  ],
  'with the file as text': [[fieldPart('zipfile', 'PK'), GOOD_FIELDS, END], /not asked/],
  'with target platforms that are no JSON': [
    [filePart(), fieldPart('targetPlatforms', '[Forge'), fieldPart('priority', 'high'), END],
    /not valid JSON/,
  ],
  'with target platforms that are no list': [
    [filePart(), fieldPart('targetPlatforms', '"Forge"'), fieldPart('priority', 'high'), END],
    /targetPlatforms must be an array/,
  ],
  'with an unknown platform': [
    [filePart(), fieldPart('targetPlatforms', '["Elsewhere"]'), fieldPart('priority', 'high'), END],
    /not in the mesh/,
  ],
  'with an unknown priority': [
    [filePart(), fieldPart('targetPlatforms', '[]'), fieldPart('priority', 'urgent'), END],
    /priority must be one of/,
  ],
  'with an endless field': [
    [filePart(), fieldPart('targetPlatforms', 'x'.repeat(70_000)), END],
    /too long/,
  ],
  'cut off before its end': [[filePart(), GOOD_FIELDS], /cut off/],
  'cut off in the file': [[filePart().subarray(0, -20)], /cut off/],
};

describe('a form', () => {
  test.each(Object.entries(FORMS))('%s is refused', async (_, [parts, message]) => {
    const response = await server.call('/api/zip/upload', { cookie, ...byHand(...parts) });
    await expectError(response, 400, message);
  });

  test('without a boundary is refused', async () => {
    const headers = { 'content-type': 'multipart/form-data' };
    const body = new Uint8Array(filePart());
    const response = await server.call('/api/zip/upload', { cookie, body, headers });
    await expectError(response, 400, /form/);
  });

  test('with an empty body is refused', async () => {
    await expectError(
      await server.call('/api/zip/upload', { cookie, ...byHand(Buffer.alloc(0)) }),
      400,
      /form/,
    );
  });

  test('of another content type is refused', async () => {
    await expectError(
      await server.call('/api/zip/upload', { cookie, json: { zipfile: 'PK' } }),
      415,
      /multipart/,
    );
  });
});

describe('a file', () => {
  test.each([
    ['that is text', Buffer.from('not a ZIP at all')],
    ['that is empty', Buffer.alloc(0)],
    ['of three bytes', Buffer.from('PK\x03')],
    ['that is a program with a ZIP behind it', Buffer.concat([Buffer.from('MZ'), GOOD_ZIP])],
  ])('%s is refused, whatever it is called', async (_, file) => {
    await expectError(await upload(server, cookie, { file }), 400, /not a ZIP/);
  });

  test('that is an empty ZIP archive is refused', async () => {
    await expectError(await upload(server, cookie, { file: zipOf({}) }), 400, /no files/);
  });

  test('that is a cut off ZIP is refused', async () => {
    const file = GOOD_ZIP.subarray(0, -10);
    await expectError(await upload(server, cookie, { file }), 400, /cut off/);
  });
});

describe('a file over the limit', () => {
  const large = Buffer.concat([GOOD_ZIP, Buffer.alloc(MAX_BYTES)]);

  test('is refused by its announced length, before any of it is sent', async () => {
    const raw = await rawUpload(server, { cookie, 'content-length': 10 * 1024 * 1024 * 1024 });
    expect(await raw.answer()).toMatch(/^HTTP\/1\.1 413 .*at most 64 KB/s);
    raw.socket.destroy();
  });

  test('is refused while it is counted', async () => {
    await expectError(await upload(server, cookie, { file: large }), 413, /at most 64 KB/);
  });

  test('is refused while it is counted, of unknown length', async () => {
    const raw = await rawUpload(server, { cookie, 'transfer-encoding': 'chunked' });
    const body = filePart(large);
    raw.write(`${body.length.toString(16)}\r\n`);
    raw.write(body);
    expect(await raw.answer()).toMatch(/^HTTP\/1\.1 413 /);
    raw.socket.destroy();
  });
});

describe('an upload that breaks off', () => {
  test('leaves nothing, wherever it does', async () => {
    const body = Buffer.concat([filePart(), GOOD_FIELDS, END]);
    for (const cut of [1, 60, 120, 200, body.length - 30, body.length - 1]) {
      const raw = await rawUpload(server, { cookie, 'content-length': body.length });
      raw.write(body.subarray(0, cut));
      raw.socket.end();
      expect(await raw.answer()).toMatch(/^$|^HTTP\/1\.1 400 /);
    }
  });

  test('is no trouble for the next one', async () => {
    const raw = await rawUpload(server, { cookie, 'content-length': 100_000 });
    raw.write(filePart());
    await vi.waitFor(async () => expect(await filesOf(server.config.dataDir)).toHaveLength(1));
    raw.socket.resetAndDestroy();
    await vi.waitFor(async () => expect(await filesOf(server.config.dataDir)).toEqual([]));
    const { id } = await uploaded(server, cookie);
    expect((await server.call(`/api/zip/bundles/${id}`, { method: 'DELETE', cookie })).status).toBe(
      200,
    );
  });
});

test('without a session it is refused before the body is read', async () => {
  const raw = await rawUpload(server, { 'content-length': 1_000_000 });
  expect(await raw.answer()).toMatch(/^HTTP\/1\.1 401 /);
  raw.socket.destroy();
});

test('from another site it is refused', async () => {
  const headers = { origin: 'https://elsewhere.example' };
  const response = await server.call('/api/zip/upload', { cookie, body: formOf(), headers });
  expect(response.status).toBe(403);
});

/** Four uploads in progress: the account has no slot left. */
async function takeAllSlots() {
  const held = await Promise.all(
    Array.from({ length: 4 }, () => rawUpload(server, { cookie, 'content-length': 100_000 })),
  );
  for (const raw of held) raw.write(filePart());
  await vi.waitFor(
    async () => expect(await filesOf(server.config.dataDir)).toHaveLength(4),
    10_000,
  );
  return () => {
    for (const raw of held) raw.socket.destroy();
  };
}

test('a fifth upload at once is asked to come again, and a later one is accepted', async () => {
  const release = await takeAllSlots();
  const refused = await upload(server, cookie);
  expect(refused.headers.get('retry-after')).toBe('5');
  await expectError(refused, 429, /in progress/);
  release();
  await vi.waitFor(async () =>
    expect((await upload(server, cookie, { file: Buffer.from('no') })).status).toBe(400),
  );
});

test('an upload refused for lack of a slot is cut off while it is still being sent', async () => {
  const release = await takeAllSlots();
  const refused = await rawUpload(server, { cookie, 'content-length': UNREAD_BYTES });
  expect(await refused.answer()).toMatch(/^HTTP\/1\.1 429 /);
  let sent = 0;
  const chunk = Buffer.alloc(1024 * 1024);
  while (sent < UNREAD_BYTES && !refused.socket.destroyed) {
    await new Promise((resolve) => refused.socket.write(chunk, resolve));
    sent += chunk.length;
  }
  expect(sent).toBeLessThan(UNREAD_BYTES);
  refused.socket.destroy();
  release();
});

/** Far more than a refused upload may still send. */
const UNREAD_BYTES = 128 * 1024 * 1024;
