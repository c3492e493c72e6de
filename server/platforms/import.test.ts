import { afterAll, beforeAll, expect, test } from 'vitest';
import { openConsole } from '../../tests/server/console.ts';
import { quietMesh } from '../../tests/server/mesh/quiet-mesh.ts';
import { startServer, type TestServer } from '../../tests/server/start-server.ts';

let server: TestServer;
let cookie: string;
beforeAll(async () => {
  server = await startServer({ configure: quietMesh() });
  ({ cookie } = await server.signUp());
});
afterAll(() => server.close());

const get = async (path: string) => (await server.call(path, { cookie })).json();
async function importAll(platforms: readonly object[], dry = false) {
  const answer = await server.call('/api/mesh/import', { cookie, json: { platforms, dry } });
  return { status: answer.status, ...(await answer.json()) };
}

const shop = {
  platform: {
    ...{ kind: 'web', name: 'Shop', url: 'http://127.0.0.1:9/health' },
    secrets: { auth: { token: 'hidden-token' } },
  },
};
const FILE = [
  shop,
  { platform: { kind: 'tcp', name: 'Db', host: '127.0.0.1', port: 9 }, paused: true },
  { platform: { kind: 'report', name: 'Backup', everySec: 60 } },
  { platform: { ...shop.platform, url: 'http://127.0.0.1:9/' } },
  { platform: { ...shop.platform, name: 'Shop again' } },
  { platform: { kind: 'web', name: 'Cloud', url: 'http://169.254.169.254/latest' } },
  { platform: { kind: 'web', name: 'Wrong', url: 'ftp://shop.example' } },
  { platform: { kind: 'mqtt', name: 'Queue' } },
];
const REASONS = [
  ...[null, null, null, 'name is taken: Shop is in this mesh already.'],
  'Shop is probed in the same way.',
  expect.stringMatching(/^Link-local addresses and the port of this server are not called/),
  'url must be an http: or https: address.',
  'kind must be one of mesh, web, tcp, dns, ping, report.',
];
const reasonsOf = ({ rows }: { rows: { reason: string | null }[] }) =>
  rows.map(({ reason }) => reason);

test('a dry run says of each whether it can be added, and adds nothing', async () => {
  const planned = await importAll(FILE, true);
  expect(planned).toMatchObject({ status: 200, message: '3 of 8 can be added.' });
  expect(reasonsOf(planned)).toEqual(REASONS);
  expect(JSON.stringify(planned)).not.toContain('/api/reports/');
  expect(await get('/api/mesh/platforms')).toEqual([]);
});

test('what can be added is added at once, live and audited; a second time nothing is', async () => {
  const console = await openConsole(server.url, { cookie });
  const added = await importAll(FILE);
  expect(reasonsOf(added)).toEqual(REASONS);
  await console.waitFor(({ key }) => String(key) === 'api,mesh,platforms');
  console.socket.close();
  expect(await get('/api/mesh/platforms')).toMatchObject([
    { id: 'shop', kind: 'web', paused: false, secrets: ['auth: bearer'] },
    { id: 'db', kind: 'tcp', paused: true },
    { id: 'backup', kind: 'report', paused: false },
  ]);
  const [, , { report }] = added.rows;
  expect((await server.call(report, { method: 'POST' })).status).toBe(200);
  const audit = await get('/api/audit?action=platform.added');
  expect(audit.map(({ target }: { target: string }) => target)).toEqual(['Backup', 'Db', 'Shop']);
  expect(JSON.stringify(audit)).not.toContain('hidden');
  const messages = (await get('/api/activity/logs')).map(
    ({ message }: { message: string }) => message,
  );
  expect(messages).toContainEqual(expect.stringMatching(/ imported 3 platforms$/));
  expect((await importAll(FILE)).message).toBe('0 of 8 were added.');
});

test('what platforms of a file depend on is found by its ids, in any order; circles are left out', async () => {
  const port = (name: string, number: number, id: string, ...dependsOn: string[]) => ({
    platform: { kind: 'tcp', name, host: '127.0.0.1', port: number, dependsOn },
    id,
  });
  const added = await importAll([
    port('Wiki', 11, 'w', 'router', 'db'),
    port('Shop Db again', 9, 'db'),
    port('Router', 12, 'router'),
    port('Hen', 13, 'hen', 'egg'),
    port('Egg', 14, 'egg', 'hen'),
    port('Chick', 15, 'chick', 'egg'),
    port('Moon', 16, 'moon', 'sun'),
  ]);
  expect(reasonsOf(added)).toEqual([
    ...[null, 'Db is probed in the same way.', null],
    'dependsOn goes in a circle by way of egg.',
    'dependsOn goes in a circle by way of hen.',
    'dependsOn has egg, which is not in this mesh.',
    'dependsOn has sun, which is not in this mesh.',
  ]);
  const all: { id: string; settings: object }[] = await get('/api/mesh/platforms');
  const wiki = all.find(({ id }) => id === 'wiki');
  expect(wiki?.settings).toMatchObject({ dependsOn: ['router', 'db'] });
});

test('no more than can be read at once is taken', async () => {
  const many = Array.from({ length: 501 }, () => ({ platform: {} }));
  expect((await importAll(many, true)).status).toBe(400);
});
