import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { filesOf, upload, uploaded } from '../../../tests/server/bundles/uploads/upload-client.ts';
import { startServer, type TestServer } from '../../../tests/server/start-server.ts';

vi.setConfig({ testTimeout: 60_000 });

let server: TestServer;

beforeAll(async () => {
  server = await startServer({ env: { ACCOUNT_MAX_BUNDLES: '2', ACCOUNT_MAX_BYTES: '1024' } });
});
afterAll(() => server.close());

test('an account keeps so many bundles and no more; another has its own', async () => {
  const { cookie } = await server.signUp();
  const { id } = await uploaded(server, cookie);
  await uploaded(server, cookie);
  const refused = await upload(server, cookie);
  expect(refused.status).toBe(409);
  expect((await refused.json()).message).toMatch(/2 bundles, which is its limit/);
  expect((await upload(server, (await server.signUp()).cookie)).status).toBe(200);

  await server.call(`/api/zip/bundles/${id}`, { method: 'DELETE', cookie });
  expect((await upload(server, cookie)).status).toBe(200);
});

test('an account keeps so many bytes; what does not fit is not kept', async () => {
  const { cookie } = await server.signUp();
  const before = await filesOf(server.config.dataDir);
  const file = Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(1500)]);
  const refused = await upload(server, cookie, { file });
  expect(refused.status).toBe(409);
  expect((await refused.json()).message).toMatch(/no room left/);
  expect((await filesOf(server.config.dataDir)).sort()).toEqual(before.sort());
});

test('two uploads at once do not pass it together', async () => {
  const { cookie } = await server.signUp();
  const answers = await Promise.all([1, 2, 3, 4].map(() => upload(server, cookie)));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([200, 200, 409, 409]);
});
