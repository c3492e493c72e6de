import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect } from 'vitest';
import { writeZip, zipOf } from '../doubles/zip-writer.ts';
import { test } from './fixtures.ts';
import { type Operator, PASSWORD, post } from './operator.ts';
import type { Product } from './running-product.ts';

/** Wrong input against the real process gets a clear 4xx answer and leaves nothing behind. */

const LIMIT = 2 * 1024 * 1024;

test.override('productEnv', { UPLOAD_MAX_BYTES: String(LIMIT) });

const registration = {
  username: 'grace',
  email: 'grace@mesh.example',
  password: PASSWORD,
  sovereignLevel: 'S11.1',
};

async function expectRefusal(answer: Response, status: number): Promise<void> {
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toContain('application/problem+json');
  const body = (await answer.json()) as Record<string, unknown>;
  const known = ['message', 'type', 'title', 'status', 'detail'];
  expect(Object.keys(body).sort()).toEqual(known.sort());
  expect(body).toMatchObject({ status, detail: body.message });
  expect(String(body.message).length).toBeGreaterThan(3);
}

test.for<[what: string, path: string, body: object | string, status: number]>([
  ['an unknown account', '/api/auth/login', { username: 'eve', password: 'no password' }, 401],
  ['no email', '/api/auth/register', { ...registration, email: undefined }, 400],
  ['a short password', '/api/auth/register', { ...registration, password: 'short' }, 400],
  ['an unknown level', '/api/auth/register', { ...registration, sovereignLevel: 'S99' }, 400],
  ['an unknown field', '/api/auth/register', { ...registration, role: 'admin' }, 400],
  ['half an object', '/api/auth/login', '{"username":', 400],
  ['an empty body', '/api/auth/login', '', 400],
  ['a word', '/api/auth/login', 'nonsense', 400],
  ['open brackets', '/api/auth/login', '[[[[', 400],
  ['a body over 1 MB', '/api/auth/login', { username: 'ada', password: 'x'.repeat(LIMIT) }, 413],
])('refuses %s at %s', async ([, path, body, status], { product }) => {
  await expectRefusal(await post(product, path, body), status);
});

test('refuses a name that is taken, in any case of its letters', async ({ product, operator }) => {
  const taken = { ...registration, username: operator.username.toUpperCase() };
  await expectRefusal(await post(product, '/api/auth/register', taken), 409);
});

test('refuses an unknown route, and a read without a session', async ({ product, operator }) => {
  await expectRefusal(await operator.call('/api/nothing-here'), 404);
  await expectRefusal(await fetch(`${product.url}/api/zip/bundles`), 401);
});

test('refuses a wrong password, and writes neither passwords nor cookies to the log', async ({
  product,
  operator,
}) => {
  const wrong = { username: operator.username, password: 'not the password' };
  await expectRefusal(await post(product, '/api/auth/login', wrong), 401);
  await expect.poll(() => product.printed()).toMatch(/refus|wrong|failed/i);
  expect(product.printed()).not.toContain('not the password');
  expect(product.printed()).not.toContain(PASSWORD);
  expect(product.printed()).not.toContain(operator.cookie.split('=')[1]);
});

function form(content: Buffer, fields: Readonly<Record<string, string>> = {}): FormData {
  const data = new FormData();
  const all = { targetPlatforms: '["Forge"]', priority: 'standard', ...fields };
  for (const [name, value] of Object.entries(all)) data.append(name, value);
  data.append(
    'zipfile',
    new Blob([new Uint8Array(content)], { type: 'application/zip' }),
    'bundle.zip',
  );
  return data;
}

const upload = (operator: Operator, body: FormData) =>
  operator.call('/api/zip/upload', { method: 'POST', body });

const WHOLE = zipOf({ 'a.txt': 'hello'.repeat(100), 'b.txt': 'there' });

test.for<[what: string, content: Buffer, fields: Record<string, string>, status: number]>([
  ['that is no ZIP', Buffer.from('just some text, honestly'), {}, 400],
  ['over the limit', zipOf({ big: randomBytes(LIMIT + 1024) }), {}, 413],
  ['that is truncated', WHOLE.subarray(0, WHOLE.length - 30), {}, 400],
  ['for an unknown platform', WHOLE, { targetPlatforms: '["Atlantis"]' }, 400],
  ['for platforms that are no JSON', WHOLE, { targetPlatforms: 'Forge' }, 400],
  ['with an unknown priority', WHOLE, { priority: 'whenever' }, 400],
])(
  'refuses a file %s, and keeps nothing of it',
  async ([, content, fields, status], { product, operator }) => {
    const before = await bundleIds(operator);
    await expectRefusal(await upload(operator, form(content, fields)), status);
    expect(await bundleIds(operator)).toEqual(before);
    expect(partialFiles(product)).toEqual([]);
  },
);

async function bundleIds(operator: Operator): Promise<unknown[]> {
  const bundles = await operator.read<{ id: unknown }[]>('/api/zip/bundles');
  return bundles.map(({ id }) => id);
}

function partialFiles({ dataDir }: Product): string[] {
  const files = readdirSync(join(dataDir, 'bundles'), { recursive: true });
  return files.map(String).filter((name) => name.includes('.part'));
}

test('keeps nothing of an upload whose connection drops', async ({ product, operator }) => {
  const before = await bundleIds(operator);
  const body = [
    '--cut\r\ncontent-disposition: form-data; name="zipfile"; filename="cut.zip"\r\n',
    'content-type: application/zip\r\n\r\nPK\u0003\u0004',
  ].join('');
  const head = [
    'POST /api/zip/upload HTTP/1.1',
    `host: 127.0.0.1:${product.port}`,
    `cookie: ${operator.cookie}`,
    'content-type: multipart/form-data; boundary=cut',
    'content-length: 100000',
  ].join('\r\n');
  await new Promise<void>((closed) => {
    const socket = connect(product.port, '127.0.0.1');
    socket.once('connect', () => {
      socket.write(`${head}\r\n\r\n${body}`, () => socket.destroy());
    });
    socket.once('close', () => closed());
  });
  expect((await operator.call('/api/auth/session')).status).toBe(200);
  await expect.poll(() => partialFiles(product)).toEqual([]);
  expect(await bundleIds(operator)).toEqual(before);
});

test('takes a ZIP whose content is damaged, and fails it with a reason', async ({ operator }) => {
  const damaged = writeZip({ entries: [{ name: 'a.txt', content: 'hello', crc32: 1 }] });
  const answer = await upload(operator, form(damaged));
  expect(answer.status).toBe(200);
  const { bundle } = (await answer.json()) as { bundle: { id: string } };
  const details = () =>
    operator.read<{ status: string; problems: { message: string }[] }>(
      `/api/zip/bundles/${bundle.id}`,
    );
  await expect.poll(async () => (await details()).status).toBe('failed');
  expect((await details()).problems.length).toBeGreaterThan(0);
});
