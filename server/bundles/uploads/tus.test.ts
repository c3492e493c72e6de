import { stat } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { RESUMABLE_PATH } from '../../../contract/paths.ts';
import { zipOf } from '../../../tests/doubles/zip-writer.ts';
import {
  ask,
  begin,
  begun,
  newKey,
  offsetOf,
  receiptOf,
  sendOn,
  sha256Of,
} from '../../../tests/server/bundles/uploads/tus-client.ts';
import {
  details,
  filesOf,
  GOOD_ZIP,
  listed,
  listedIds,
} from '../../../tests/server/bundles/uploads/upload-client.ts';
import { startServer, type TestServer } from '../../../tests/server/start-server.ts';

vi.setConfig({ testTimeout: 60_000 });

let server: TestServer;

beforeAll(async () => {
  server = await startServer({ env: { UPLOAD_MAX_BYTES: '100000' } });
});
afterAll(() => server.close());

const bytes = (buffer: Buffer) => new Uint8Array(buffer);

test('an upload in two pieces becomes one bundle, with everything that it said of itself', async () => {
  const { cookie, username } = await server.signUp();
  const key = newKey();
  const path = await begun(server, cookie, { fields: { key, priority: 'high' } });
  expect((await sendOn(server, cookie, path, 0, bytes(GOOD_ZIP.subarray(0, 40)))).status).toBe(204);
  expect(await offsetOf(server, cookie, path)).toBe(40);
  expect((await receiptOf(server, cookie, key)).status).toBe(404);
  expect(await listed(server, cookie)).toEqual([]);

  expect((await sendOn(server, cookie, path, 40, bytes(GOOD_ZIP.subarray(40)))).status).toBe(204);
  const { bundle } = await (await receiptOf(server, cookie, key)).json();
  expect(await details(server, cookie, bundle.id)).toMatchObject({
    name: 'feature.zip',
    size: GOOD_ZIP.length,
    sha256: sha256Of(GOOD_ZIP),
    priority: 'high',
    uploadedBy: username,
    targetPlatforms: ['Forge', 'Harbor'],
  });
  expect((await ask(server, cookie, path)).status).toBe(404);
  const left = await filesOf(server.config.dataDir);
  expect(left).toEqual([`${bundle.id}.zip`]);
});

test('a line that breaks in the middle keeps what arrived, and nothing is listed', async () => {
  const { cookie } = await server.signUp();
  const before = await listedIds(server, cookie);
  const path = await begun(server, cookie);
  const cut = new ReadableStream({
    async start(controller) {
      controller.enqueue(bytes(GOOD_ZIP.subarray(0, 60)));
      await vi.waitFor(async () => expect(await arrivedOf(path)).toBe(60), 10_000);
      controller.error(new Error('cut'));
    },
  });
  const broken = fetch(server.url + path, {
    method: 'PATCH',
    headers: {
      cookie,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    body: cut,
    duplex: 'half',
  } as RequestInit);
  await expect(broken).rejects.toThrow();
  expect(await offsetOf(server, cookie, path)).toBe(60);
  expect(await listedIds(server, cookie)).toEqual(before);
  expect((await sendOn(server, cookie, path, 60, bytes(GOOD_ZIP.subarray(60)))).status).toBe(204);
  expect(await listedIds(server, cookie)).toHaveLength(before.length + 1);
});

/** What lies on the disk, without asking the server: a question would end the writer. */
async function arrivedOf(path: string): Promise<number> {
  const id = path.slice(path.lastIndexOf('/') + 1);
  return (await stat(`${server.config.dataDir}/bundles/resumable/${id}`)).size;
}

test('of two writers only one is let in; the newer one ends the older', async () => {
  const { cookie } = await server.signUp();
  const path = await begun(server, cookie);
  const half = new ReadableStream({
    start: (controller) => controller.enqueue(bytes(GOOD_ZIP.subarray(0, 30))),
  });
  const abandoned = new AbortController();
  const first = fetch(server.url + path, {
    method: 'PATCH',
    signal: abandoned.signal,
    headers: {
      cookie,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    body: half,
    duplex: 'half',
  } as RequestInit).catch((error: unknown) => error);
  await vi.waitFor(async () => expect(await arrivedOf(path)).toBe(30), 10_000);

  const rivals = await Promise.all([
    sendOn(server, cookie, path, 30, bytes(GOOD_ZIP.subarray(30))),
    sendOn(server, cookie, path, 30, bytes(GOOD_ZIP.subarray(30))),
  ]);
  expect(rivals.filter(({ status }) => status === 204)).toHaveLength(1);
  abandoned.abort();
  await first;
  const [bundle] = await listed(server, cookie);
  expect(await details(server, cookie, bundle?.id ?? '')).toMatchObject({
    sha256: sha256Of(GOOD_ZIP),
  });
});

test('without a session nothing is answered, whatever the method', async () => {
  const { cookie } = await server.signUp();
  const path = await begun(server, cookie);
  for (const [method, at] of [
    ['OPTIONS', RESUMABLE_PATH],
    ['POST', RESUMABLE_PATH],
    ['HEAD', path],
    ['PATCH', path],
    ['DELETE', path],
  ] as const)
    expect([method, (await ask(server, '', at, method)).status]).toEqual([method, 401]);
  expect((await receiptOf(server, '', newKey())).status).toBe(401);
});

test('what another account uploads is not there: no look, no byte, no end, no receipt', async () => {
  const { cookie } = await server.signUp();
  const { cookie: other } = await server.signUp();
  const key = newKey();
  const path = await begun(server, cookie, { fields: { key } });
  expect((await ask(server, other, path)).status).toBe(404);
  expect((await sendOn(server, other, path, 0, bytes(GOOD_ZIP))).status).toBe(404);
  expect((await ask(server, other, path, 'DELETE')).status).toBe(404);
  expect(await offsetOf(server, cookie, path)).toBe(0);
  await sendOn(server, cookie, path, 0, bytes(GOOD_ZIP));
  expect((await receiptOf(server, cookie, key)).status).toBe(200);
  expect((await receiptOf(server, other, key)).status).toBe(404);
});

test('another site cannot begin an upload, and no answer is meant for other sites', async () => {
  const { cookie } = await server.signUp();
  const foreign = await begin(server, cookie, { headers: { origin: 'https://evil.example' } });
  expect(foreign.status).toBe(403);
  const offer = await ask(server, cookie, RESUMABLE_PATH, 'OPTIONS');
  expect(offer.headers.get('tus-version')).toBe('1.0.0');
  expect([...offer.headers.keys()].filter((name) => name.includes('access-control'))).toEqual([]);
});

test('more bytes than the limit are refused at the start, more than announced while they come', async () => {
  const { cookie } = await server.signUp();
  const huge = await begin(server, cookie, { headers: { 'upload-length': '100001' } });
  expect([huge.status, await huge.json()]).toMatchObject([
    413,
    { message: 'A ZIP bundle may have at most 97.7 KB.' },
  ]);
  const before = await listedIds(server, cookie);
  const path = await begun(server, cookie);
  const surplus = Buffer.concat([GOOD_ZIP, Buffer.alloc(10)]);
  const refused = await sendOn(server, cookie, path, 0, bytes(surplus));
  expect(refused.status).toBe(413);
  expect(await listedIds(server, cookie)).toEqual(before);
});

test('what is no ZIP is refused once it is whole, and nothing is kept', async () => {
  const { cookie } = await server.signUp();
  const before = await filesOf(server.config.dataDir);
  const file = Buffer.from('this is no archive at all');
  const path = await begun(server, cookie, { file });
  const refused = await sendOn(server, cookie, path, 0, bytes(file));
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { message: 'The file is not a ZIP file.' },
  ]);
  expect(await filesOf(server.config.dataDir)).toEqual(before);
});

test('other bytes than the announced ones are refused, and nothing is kept', async () => {
  const { cookie } = await server.signUp();
  const before = await filesOf(server.config.dataDir);
  const path = await begun(server, cookie, { fields: { sha256: 'a'.repeat(64) } });
  const refused = await sendOn(server, cookie, path, 0, bytes(GOOD_ZIP));
  expect(refused.status).toBe(422);
  expect(await filesOf(server.config.dataDir)).toEqual(before);
});

test.each([
  ['a missing field', { fields: { key: undefined } }],
  ['a field that was not asked for', { fields: { owner: 'somebody' } }],
  ['an unknown platform', { fields: { targetPlatforms: '["Nowhere"]' } }],
  ['no list of platforms', { fields: { targetPlatforms: '{"a":1}' } }],
  ['broken JSON', { fields: { targetPlatforms: '[' } }],
  ['an unknown priority', { fields: { priority: 'now' } }],
  ['a key that is a path', { fields: { key: '../../../../etc/passwd' } }],
  ['a hash that is none', { fields: { sha256: 'abc' } }],
  ['no metadata', { headers: { 'upload-metadata': '' } }],
  ['metadata that is no base64', { headers: { 'upload-metadata': 'filename ???' } }],
  ['no length', { headers: { 'upload-length': '' } }],
  ['no bytes at all', { headers: { 'upload-length': '0' } }],
  ['a part to be joined with others', { headers: { 'upload-concat': 'partial' } }],
  ['a length put off', { headers: { 'upload-length': '', 'upload-defer-length': '1' } }],
])('%s is refused in words, and nothing is begun', async (_, beginning) => {
  const { cookie } = await server.signUp();
  const before = await filesOf(server.config.dataDir);
  const refused = await begin(server, cookie, beginning);
  expect(refused.status).toBe(400);
  expect((await refused.json()).message).toEqual(expect.any(String));
  expect(await filesOf(server.config.dataDir)).toEqual(before);
});

test('an address that is no upload is answered 404, a path in it included', async () => {
  const { cookie } = await server.signUp();
  for (const id of ['nothing', '0'.repeat(32), '..%2f..%2fmeridian.db', '%2e%2e'])
    expect([id, (await ask(server, cookie, `${RESUMABLE_PATH}/${id}`)).status]).toEqual([id, 404]);
});

test('an upload that was begun again by the same key has one place only', async () => {
  const { cookie } = await server.signUp();
  const fields = { key: newKey() };
  const first = await begun(server, cookie, { fields });
  const second = await begun(server, cookie, { fields });
  expect((await ask(server, cookie, first)).status).toBe(404);
  expect(await offsetOf(server, cookie, second)).toBe(0);
  await sendOn(server, cookie, second, 0, bytes(GOOD_ZIP));
  expect((await begin(server, cookie, { fields })).status).toBe(409);
});

test('an honest larger archive arrives whole', async () => {
  const { cookie } = await server.signUp();
  const file = zipOf({ 'a.txt': 'a'.repeat(50_000), 'b.json': '{}' });
  const key = newKey();
  const path = await begun(server, cookie, { file, fields: { key } });
  for (let offset = 0; offset < file.length; offset += 20_000)
    await sendOn(server, cookie, path, offset, bytes(file.subarray(offset, offset + 20_000)));
  const { bundle } = await (await receiptOf(server, cookie, key)).json();
  expect((await details(server, cookie, bundle.id)).sha256).toBe(sha256Of(file));
});

test('parallel starts together stay below the limit of unfinished uploads', async () => {
  const { cookie } = await server.signUp();
  const starts = await Promise.all(Array.from({ length: 60 }, () => begin(server, cookie)));
  expect(starts.filter(({ status }) => status === 201)).toHaveLength(16);
  expect(starts.filter(({ status }) => status === 409)).toHaveLength(44);
});
