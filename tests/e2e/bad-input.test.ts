import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeZip, zipOf } from '../doubles/zip-writer.ts';
import { type Operator, PASSWORD, post, registerOperator } from './operator.ts';
import { type Product, startProduct } from './product.ts';

/** What a person or a program can get wrong, against the real process: a clear 4xx, and nothing kept. */

const LIMIT = 2 * 1024 * 1024;

let product: Product;
let operator: Operator;
beforeAll(async () => {
  product = await startProduct({ UPLOAD_MAX_BYTES: String(LIMIT) });
  operator = await registerOperator(product, 'ada');
});
afterAll(() => product.stop());

const registration = {
  username: 'grace',
  email: 'grace@mesh.example',
  password: PASSWORD,
  sovereignLevel: 'S11.1',
};

async function expectRefusal(answer: Response, status: number): Promise<void> {
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toContain('application/json');
  const body = (await answer.json()) as Record<string, unknown>;
  expect(Object.keys(body)).toEqual(['message']);
  expect(String(body.message).length).toBeGreaterThan(3);
}

test('wrong credentials', async () => {
  const wrong = { username: 'ada', password: 'not the password' };
  await expectRefusal(await post(product, '/api/auth/login', wrong), 401);
});

test('a taken name', async () => {
  const taken = { ...registration, username: 'ADA' };
  await expectRefusal(await post(product, '/api/auth/register', taken), 409);
});

test.each([
  ['without email', { ...registration, email: undefined }],
  ['with a short password', { ...registration, password: 'short' }],
  ['with an unknown level', { ...registration, sovereignLevel: 'S99' }],
  ['with a field nobody asked for', { ...registration, role: 'admin' }],
])('a registration %s', async (_, payload) => {
  await expectRefusal(await post(product, '/api/auth/register', payload), 400);
});

test.each([['{"username":'], [''], ['nonsense'], ['[[[[']])('%o is no JSON', async (text) => {
  await expectRefusal(await post(product, '/api/auth/login', text), 400);
});

test('a body that is too large', async () => {
  const large = { username: 'ada', password: 'x'.repeat(2 * 1024 * 1024) };
  await expectRefusal(await post(product, '/api/auth/login', large), 413);
});

test('an unknown route', async () => {
  await expectRefusal(await operator.call('/api/nothing-here'), 404);
});

test('a read without a session', async () => {
  await expectRefusal(await fetch(`${product.url}/api/zip/bundles`), 401);
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

const upload = (body: FormData) => operator.call('/api/zip/upload', { method: 'POST', body });

test('a file that is no ZIP', async () => {
  await expectRefusal(await upload(form(Buffer.from('just some text, honestly'))), 400);
});

test('a ZIP over the limit', async () => {
  await expectRefusal(await upload(form(zipOf({ big: randomBytes(LIMIT + 1024) }))), 413);
});

test.each([
  ['an unknown platform', { targetPlatforms: '["Atlantis"]' }],
  ['platforms that are no JSON', { targetPlatforms: 'Forge' }],
  ['an unknown priority', { priority: 'whenever' }],
])('%s', async (_, fields) => {
  await expectRefusal(await upload(form(zipOf({ a: 'b' }), fields)), 400);
});

test('a connection that drops in the middle of an upload', async () => {
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
});

test('a truncated ZIP', async () => {
  const whole = zipOf({ 'a.txt': 'hello'.repeat(100), 'b.txt': 'there' });
  await expectRefusal(await upload(form(whole.subarray(0, whole.length - 30))), 400);
});

test('a ZIP whose content is damaged is taken in, and fails with a reason', async () => {
  const damaged = writeZip({ entries: [{ name: 'a.txt', content: 'hello', crc32: 1 }] });
  const answer = await upload(form(damaged));
  expect(answer.status).toBe(200);
  const { bundle } = (await answer.json()) as { bundle: { id: string } };
  const details = () =>
    operator.read<{ status: string; problems: { message: string }[] }>(
      `/api/zip/bundles/${bundle.id}`,
    );
  await expect.poll(async () => (await details()).status, { timeout: 10_000 }).toBe('failed');
  expect((await details()).problems.length).toBeGreaterThan(0);
});

test('of everything refused nothing is listed and nothing is left on the disk', async () => {
  const listed = await operator.read<{ name: string; status: string }[]>('/api/zip/bundles');
  expect(listed.map(({ status }) => status)).toEqual(['failed']);
  const files = readdirSync(join(product.dataDir, 'bundles'), { recursive: true });
  expect(files.map(String).filter((name) => name.includes('.part'))).toEqual([]);
});

test('the log tells of the refusals, and of no password or cookie', () => {
  const printed = product.printed();
  expect(printed).toMatch(/refus|wrong|failed/i);
  expect(printed).not.toContain('not the password');
  expect(printed).not.toContain(PASSWORD);
  expect(printed).not.toContain(operator.cookie.split('=')[1]);
});
