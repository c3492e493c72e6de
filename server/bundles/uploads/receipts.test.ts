import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DAY_MS } from '../../../contract/limits.ts';
import { FILE_SHA256_HEADER, IDEMPOTENCY_KEY_HEADER } from '../../../contract/paths.ts';
import { zipOf } from '../../../tests/doubles/zip-writer.ts';
import {
  begin,
  begun,
  newKey,
  offsetOf,
  receiptOf,
  sendOn,
  sha256Of,
} from '../../../tests/server/bundles/uploads/tus-client.ts';
import {
  filesOf,
  formOf,
  GOOD_ZIP,
  listed,
} from '../../../tests/server/bundles/uploads/upload-client.ts';
import { startServer, type TestServer } from '../../../tests/server/start-server.ts';

vi.setConfig({ testTimeout: 60_000 });

const OTHER_ZIP = zipOf({ 'other.json': '{}' });

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const send = (cookie: string, headers: Record<string, string>, file = GOOD_ZIP) =>
  server.call('/api/zip/upload', { cookie, headers, body: formOf({ file }) });

test('a form that is sent again with its key is answered with the first bundle', async () => {
  const { cookie } = await server.signUp();
  const headers = { [IDEMPOTENCY_KEY_HEADER]: newKey() };
  const first = await (await send(cookie, headers)).json();
  const before = await filesOf(server.config.dataDir);
  const again = await send(cookie, headers);
  expect([again.status, await again.json()]).toEqual([200, first]);
  expect(await filesOf(server.config.dataDir)).toEqual(before);
  expect(
    (await (await receiptOf(server, cookie, headers[IDEMPOTENCY_KEY_HEADER] ?? '')).json()).bundle,
  ).toEqual(first.bundle);
});

test('the same key of another account, and another key, are other uploads', async () => {
  const { cookie } = await server.signUp();
  const headers = { [IDEMPOTENCY_KEY_HEADER]: newKey() };
  const ids = await Promise.all([
    send(cookie, headers),
    send((await server.signUp()).cookie, headers),
    send(cookie, { [IDEMPOTENCY_KEY_HEADER]: newKey() }),
    send(cookie, {}),
  ]);
  const bundles = await Promise.all(ids.map(async (answer) => (await answer.json()).bundle.id));
  expect(new Set(bundles).size).toBe(4);
});

test('four at once with one key become one bundle', async () => {
  const { cookie } = await server.signUp();
  const headers = { [IDEMPOTENCY_KEY_HEADER]: newKey() };
  const before = (await listed(server, cookie)).length;
  const answers = await Promise.all([1, 2, 3, 4].map(() => send(cookie, headers)));
  const ids = await Promise.all(answers.map(async (answer) => (await answer.json()).bundle.id));
  expect(new Set(ids).size).toBe(1);
  expect(await listed(server, cookie)).toHaveLength(before + 1);
});

test('a key does not cover another file', async () => {
  const { cookie } = await server.signUp();
  const headers = { [IDEMPOTENCY_KEY_HEADER]: newKey() };
  await send(cookie, headers);
  const before = await filesOf(server.config.dataDir);
  expect((await send(cookie, headers, OTHER_ZIP)).status).toBe(409);
  expect(await filesOf(server.config.dataDir)).toEqual(before);
});

test('a form whose file is not the announced one is refused, and nothing is kept', async () => {
  const { cookie } = await server.signUp();
  const before = await filesOf(server.config.dataDir);
  const wrong = await send(cookie, { [FILE_SHA256_HEADER]: sha256Of(OTHER_ZIP) });
  expect(wrong.status).toBe(422);
  expect((await send(cookie, { [IDEMPOTENCY_KEY_HEADER]: 'x' })).status).toBe(400);
  expect(await filesOf(server.config.dataDir)).toEqual(before);
  expect((await send(cookie, { [FILE_SHA256_HEADER]: sha256Of(GOOD_ZIP) })).status).toBe(200);
});

test('what was begun counts against the room of its account', async () => {
  const small = await startServer({ env: { ACCOUNT_MAX_BYTES: '1024' }, alone: true });
  try {
    const { cookie } = await small.signUp();
    const fields = { targetPlatforms: '[]' };
    const file = Buffer.alloc(600);
    expect((await begin(small, cookie, { file, fields })).status).toBe(201);
    expect((await begin(small, cookie, { file, fields })).status).toBe(409);
    const other = (await small.signUp()).cookie;
    expect((await begin(small, other, { file, fields })).status).toBe(201);
  } finally {
    await small.close();
  }
});

test('an unfinished upload outlives a restart, and ends a day after it was begun', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'meridian-test-'));
  const env = { DATA_DIR: dataDir };
  try {
    const before = await startServer({ env, alone: true });
    const { cookie } = await before.signUp();
    const fields = { targetPlatforms: '[]' };
    const path = await begun(before, cookie, { fields });
    await sendOn(before, cookie, path, 0, new Uint8Array(GOOD_ZIP.subarray(0, 50)));
    await before.close();

    const after = await startServer({ env, alone: true });
    expect(await offsetOf(after, cookie, path)).toBe(50);
    const rest = await sendOn(after, cookie, path, 50, new Uint8Array(GOOD_ZIP.subarray(50)));
    expect(rest.status).toBe(204);
    const [bundle] = await listed(after, cookie);
    await begun(after, cookie, { fields });
    // As after a day in which the clock ran.
    await after.node.db.deleteFrom('settings').where('name', '=', 'pruning-clock').execute();
    await after.close();

    const late = await startServer({ env, alone: true, now: () => Date.now() + DAY_MS });
    expect(await filesOf(dataDir)).toEqual([`${bundle?.id}.zip`]);
    await late.close();
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
