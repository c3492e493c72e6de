import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { uploadAndInspect } from '../../tests/server/bundles/uploads/upload-client.ts';
import { openConsole } from '../../tests/server/console.ts';
import { identityOf } from '../../tests/server/engine.ts';
import { quietMesh } from '../../tests/server/mesh/quiet-mesh.ts';
import { startTestPeer, type TestPeer } from '../../tests/server/mesh/test-peer.ts';
import { startServer, type TestServer } from '../../tests/server/start-server.ts';
import { temporaryDir } from '../../tests/server/temporary-dir.ts';
import { type Platform, readMeshConfig } from '../config/mesh-config.ts';

let dir: string;
let forge: TestPeer;
let server: TestServer;
let cookie: string;

const PLATFORMS = '/api/mesh/platforms';
const FILE = [
  { id: 'harbor', name: 'Harbor', domain: 'harbor.example', address: 'http://127.0.0.1:9' },
];

async function start(platforms: readonly Platform[]) {
  server = await startServer({
    env: { DATA_DIR: dir },
    configure: quietMesh({ platforms }),
  });
}
beforeEach(async () => {
  dir = await temporaryDir();
  forge = await startTestPeer({
    id: 'forge',
    node: await identityOf(dir, 'meridian'),
    now: Date.now,
  });
  await start(FILE);
  ({ cookie } = await server.signUp());
});
afterEach(async () => {
  await server.close();
  await forge.close();
});

const get = async (path: string) => (await server.call(path, { cookie })).json();
async function post(path: string, json: unknown) {
  const answer = await server.call(path, { cookie, json });
  return { status: answer.status, message: (await answer.json()).message };
}
const nodeOf = ({ id, address }: TestPeer, name = 'Forge') => ({ kind: 'mesh', name, id, address });
const addForge = () => post(PLATFORMS, nodeOf(forge));
const remove = (id: string, history: 'keep' | 'erase') =>
  post(`${PLATFORMS}/${id}/remove`, { history });
const statuses = async () =>
  (await get('/api/mesh/connections')).map(
    ({ name, status, paused }: Record<string, unknown>) => `${name}: ${paused ? 'paused' : status}`,
  );
const until = (expected: readonly string[]) =>
  vi.waitFor(async () => expect(await statuses()).toEqual(expected), {
    timeout: 5_000,
    interval: 20,
  });
const countOf = async (table: 'probes' | 'probeSpans' | 'incidents', platform: string) =>
  (
    await server.node.db
      .selectFrom(table)
      .select('platform')
      .where('platform', '=', platform)
      .execute()
  ).length;

describe('a platform that an admin adds', () => {
  test('is probed at once, counted, said to consoles, and written into the audit log', async () => {
    const console = await openConsole(server.url, { cookie });
    expect(await addForge()).toEqual({ status: 200, message: 'Forge was added.' });
    const added = performance.now();
    await console.waitFor(
      ({ key, data }) =>
        String(key) === 'api,mesh,connections' && JSON.stringify(data).includes('"forge"'),
    );
    expect(performance.now() - added).toBeLessThan(1_000);
    await until(['Harbor: error', 'Forge: connected']);
    expect(await get('/api/dashboard/stats')).toMatchObject({ meshConnections: 2, meshSize: 3 });
    const [row] = await get('/api/audit');
    expect(row).toMatchObject({ action: 'platform.added', target: 'Forge' });
    expect(row.detail).toContain(forge.address);
    console.socket.close();
  });

  test('is probed alone: the others are not due', async () => {
    await until(['Harbor: error']);
    const probes = await countOf('probes', 'harbor');
    await addForge();
    await until(['Harbor: error', 'Forge: connected']);
    forge.before = () => new Promise(() => undefined);
    await post(`${PLATFORMS}/forge`, { ...nodeOf(forge, 'Smithy'), thresholds: { timeoutMs: 10 } });
    await until(['Harbor: error', 'Smithy: error']);
    expect(await countOf('probes', 'harbor')).toBe(probes);
    await server.call('/api/mesh/manual-reconnect', { cookie, method: 'POST' });
    expect(await countOf('probes', 'harbor')).toBe(probes + 1);
  });

  test('is still there after a restart, and may call this node', async () => {
    await addForge();
    await server.close();
    await start(FILE);
    await until(['Harbor: error', 'Forge: connected']);
  });

  test('is tested before: its key, and the step that went wrong', async () => {
    const tried = async (platform: object) =>
      (await server.call('/api/mesh/test', { cookie, json: { platform } })).json();
    const own = { id: 'meridian', key: expect.stringMatching(/^[\w-]{43}$/) };
    expect(await tried(nodeOf(forge))).toMatchObject({ ok: true, advice: null, own });
    const { ok, key, steps } = await tried({ ...nodeOf(forge), id: 'other' });
    expect({ ok, key }).toEqual({ ok: false, key: expect.stringMatching(/^[\w-]{43}$/) });
    const wrong = steps.filter((step: { ok: boolean }) => !step.ok);
    expect(wrong).toEqual([{ ok: false, text: expect.stringMatching(/^Answers: 401/) }]);
  });

  test('needs a name and an id that no other one has', async () => {
    await addForge();
    expect((await post(PLATFORMS, { ...nodeOf(forge), id: 'other' })).message).toContain(
      'name is taken',
    );
    expect((await post(PLATFORMS, nodeOf(forge, 'Other'))).message).toContain('id is taken');
    const path = { ...nodeOf(forge, 'Other'), id: 'other', address: 'http://127.0.0.1/path' };
    expect((await post(PLATFORMS, path)).message).toContain('address');
  });
});

test('a changed address is called instead of the former one', async () => {
  await post(PLATFORMS, { ...nodeOf(forge), address: 'http://127.0.0.1:9' });
  await until(['Harbor: error', 'Forge: error']);
  expect((await post(`${PLATFORMS}/forge`, nodeOf(forge, 'Smithy'))).status).toBe(200);
  await until(['Harbor: error', 'Smithy: connected']);
});

test('one of the file is read-only, and is put in order and paused like the others', async () => {
  await addForge();
  const [harbor] = await get(PLATFORMS);
  expect(harbor).toMatchObject({ id: 'harbor', source: 'file', simulated: false });
  expect(await remove('harbor', 'keep')).toMatchObject({
    status: 409,
    message: /configuration file/,
  });
  expect((await post(`${PLATFORMS}/harbor`, { ...nodeOf(forge), id: 'harbor' })).status).toBe(409);
  expect((await post('/api/mesh/order', { ids: ['forge'] })).status).toBe(409);
  await post('/api/mesh/order', { ids: ['forge', 'harbor'] });
  await post(`${PLATFORMS}/harbor/pause`, { paused: true });
  await until(['Forge: connected', 'Harbor: paused']);
  await server.close();
  await start(FILE);
  await until(['Forge: connected', 'Harbor: paused']);
});

test('the query of a probed address is not in the audit log', async () => {
  const url = 'http://127.0.0.1:9/health?token=hidden-query';
  await post(PLATFORMS, { kind: 'web', name: 'Shop', url });
  await post(`${PLATFORMS}/shop`, { kind: 'web', name: 'Shop', url: `${url}-two` });
  const rows = await server.node.db.selectFrom('audit').select(['action', 'detail']).execute();
  expect(rows.filter(({ action }) => action.startsWith('platform.'))).toHaveLength(2);
  expect(JSON.stringify(rows)).toContain('http://127.0.0.1:9/health?…');
  expect(JSON.stringify(rows)).not.toContain('hidden');
});

test('the exported file starts a server with the same platforms, and has no secrets', async () => {
  const secrets = { auth: { token: 'hidden-token' }, headers: { 'X-Key': 'hidden-key' } };
  await post(PLATFORMS, { ...nodeOf(forge), keys: ['k'.repeat(43)] });
  await post(PLATFORMS, { kind: 'web', name: 'Shop', url: 'http://127.0.0.1:9/health', secrets });
  await post(PLATFORMS, { kind: 'tcp', name: 'Db', host: 'db.example', port: 5432 });
  await post(PLATFORMS, { kind: 'dns', name: 'Name', host: 'mesh.example', record: 'MX' });
  const job = {
    ...{ kind: 'report', name: 'Backup', everySec: 3600, runbook: 'https://wiki.example' },
    dependsOn: ['db', 'harbor'],
  };
  const { report } = await (await server.call(PLATFORMS, { cookie, json: job })).json();
  await post(`${PLATFORMS}/db/pause`, { paused: true });
  const before = await get(PLATFORMS);
  const exported = await (await server.call('/api/mesh/file', { cookie })).text();
  expect(exported).not.toContain('hidden');
  const path = join(await temporaryDir(), 'mesh.config.json');
  writeFileSync(path, exported);
  const { platforms } = readMeshConfig(path);
  // What is stored already keeps its secrets.
  await server.close();
  await start(platforms);
  const fromFile = before.map((row: object) => ({ ...row, source: 'file' }));
  expect(await get(PLATFORMS)).toEqual(fromFile);
  await server.close();
  dir = await temporaryDir();
  await start(platforms);
  ({ cookie } = await server.signUp());
  expect(await get(PLATFORMS)).toEqual(fromFile.map((row: object) => ({ ...row, secrets: [] })));
  expect((await server.call(report, { method: 'POST' })).status).toBe(200);
});

test('a platform depends on others of the mesh, in no circle, until they are removed', async () => {
  await addForge();
  const web = { kind: 'web', name: 'Shop', url: 'http://127.0.0.1:9/health' };
  expect(await post(PLATFORMS, { ...web, dependsOn: ['sun'] })).toEqual({
    status: 400,
    message: 'dependsOn has sun, which is not in this mesh.',
  });
  expect((await post(PLATFORMS, { ...web, dependsOn: ['forge', 'harbor'] })).status).toBe(200);
  const change = { ...nodeOf(forge), dependsOn: ['shop'] };
  expect(await post(`${PLATFORMS}/forge`, change)).toEqual({
    status: 400,
    message: 'dependsOn goes in a circle by way of shop.',
  });
  await until(['Harbor: error', 'Forge: connected', 'Shop: error']);
  const shop = async () => (await get('/api/mesh/connections')).at(-1);
  expect(await shop()).toMatchObject({ dependsOn: ['forge', 'harbor'], because: 'harbor' });
  expect((await get('/api/incidents?platform=shop')).length).toBe(0);
  await remove('forge', 'keep');
  await vi.waitFor(async () => expect(await shop()).toMatchObject({ dependsOn: ['harbor'] }));
});

test('a paused platform has no open incident and no time that counts until it is probed again', async () => {
  await until(['Harbor: error']);
  const open = async () => (await get('/api/incidents?state=open')).length;
  expect(await open()).toBe(1);
  await post(`${PLATFORMS}/harbor/pause`, { paused: true });
  expect(await open()).toBe(0);
  const probes = await countOf('probes', 'harbor');
  await server.call('/api/mesh/manual-reconnect', { cookie, method: 'POST' });
  expect(await countOf('probes', 'harbor')).toBe(probes);
  await post(`${PLATFORMS}/harbor/pause`, { paused: false });
  await until(['Harbor: error']);
  await vi.waitFor(async () => expect(await open()).toBe(1));
});

test('thresholds, group and tags hold at once, are sent to consoles, and are in the audit log', async () => {
  await addForge();
  await until(['Harbor: error', 'Forge: connected']);
  const thresholds = { lateMs: 1, timeoutMs: 5_000 };
  const change = { ...nodeOf(forge), group: 'Storage', tags: ['berlin'], thresholds };
  forge.before = () => new Promise((resolve) => setTimeout(resolve, 20));
  expect((await post(`${PLATFORMS}/forge`, change)).status).toBe(200);
  await until(['Harbor: error', 'Forge: warning']);
  const parts = { group: 'Storage', tags: ['berlin'] };
  expect((await get('/api/mesh/connections'))[1]).toMatchObject(parts);
  expect((await get(PLATFORMS))[1]).toMatchObject({ settings: { ...parts, thresholds } });
  expect(await get('/api/mesh/platforms/forge')).toMatchObject({ lateMs: 1 });
  expect((await get('/api/audit'))[0].detail).toContain('group: nothing → "Storage"');
  await post(`${PLATFORMS}/forge`, nodeOf(forge));
  await until(['Harbor: error', 'Forge: connected']);
  expect((await get('/api/audit'))[0].detail).toContain('group: "Storage" → nothing');
  const patient = { ...nodeOf(forge), thresholds: { intervalSec: 1 } };
  expect((await post(`${PLATFORMS}/forge`, patient)).status).toBe(400);
});

describe('a platform that is removed', () => {
  test('is gone everywhere, with its history kept or erased', async () => {
    for (const history of ['keep', 'erase'] as const) {
      await addForge();
      await until(['Harbor: error', 'Forge: connected']);
      expect((await remove('forge', history)).status).toBe(200);
      await until(['Harbor: error']);
      expect((await server.call(`${PLATFORMS}/forge`, { cookie })).status).toBe(404);
      expect(await countOf('probeSpans', 'forge')).toBe(history === 'keep' ? 3 : 0);
      expect(await get('/api/dashboard/stats')).toMatchObject({ meshSize: 2 });
    }
  });

  test('leaves rules of alerts and windows of maintenance', async () => {
    await addForge();
    const rule = { name: 'Both', enabled: true, status: 'error', afterSec: 0, repeatMin: null };
    const others = { recovered: true, quiet: null, channels: ['push'] };
    for (const platforms of [['forge', 'harbor'], ['forge']])
      await post('/api/alerts/rules', { ...rule, ...others, name: platforms.join(), platforms });
    const endsAt = Date.now() + 3_600_000;
    const window = { note: '', repeat: 'none', timeZone: 'UTC', endsAt };
    expect((await post('/api/maintenance', { ...window, platforms: ['forge'] })).status).toBe(200);
    await remove('forge', 'keep');
    const rules = await get('/api/alerts/rules');
    expect(rules.map(({ platforms }: { platforms: string[] }) => platforms)).toEqual(
      expect.arrayContaining([['harbor']]),
    );
    expect(JSON.stringify(rules)).not.toContain('"forge"');
    expect(await get('/api/maintenance')).toEqual([]);
  });

  test('ends its proof and its deployment with a clear outcome', async () => {
    await addForge();
    await until(['Harbor: error', 'Forge: connected']);
    forge.proof = async () => ({ accepted: true });
    const origin = server.url;
    const start = { peer: 'forge', deadline_sec: 300, commander_origin: origin };
    const challenge = await (
      await server.call('/api/mesh/proof/start', { cookie, json: start })
    ).json();
    const bundle = await deployTo('forge');
    await remove('forge', 'keep');
    const proof = await get(`/api/mesh/proof/status/${challenge.challenge_id}`);
    expect(proof).toMatchObject({ verified: false, time_remaining: 0 });
    const { targets } = await get(`/api/zip/bundles/${bundle}`);
    expect(targets).toMatchObject([{ status: 'failed', message: 'was removed from the mesh' }]);
    const messages = (await get('/api/activity/logs')).map(
      ({ message }: { message: string }) => message,
    );
    expect(messages).toContain('Forge failed its proof: it was removed from the mesh');
  });
});

/** A deployment to a peer that takes nothing: it goes on until something ends it. @returns the bundle */
async function deployTo(platform: string): Promise<string> {
  const { id } = await uploadAndInspect(server, cookie, {
    targetPlatforms: JSON.stringify([platform]),
  });
  forge.before = () => new Promise(() => undefined);
  const answer = await post(`/api/zip/bundles/${id}/deploy`, { platforms: [platform] });
  expect(answer.status).toBe(200);
  return String(id);
}

test('simulated platforms may be removed, and stay away', async () => {
  await server.close();
  dir = await temporaryDir();
  const simulated = [
    { id: 'one', name: 'One', domain: 'one.example' },
    { id: 'two', name: 'Two', domain: 'two.example' },
  ];
  await start(simulated);
  ({ cookie } = await server.signUp());
  await until(['One: connected', 'Two: connected']);
  expect(await get('/api/mesh/connections')).toMatchObject([
    { name: 'One', simulated: true },
    { name: 'Two', simulated: true },
  ]);
  expect((await remove('one', 'erase')).status).toBe(200);
  await until(['Two: connected']);
  await server.close();
  await start(simulated);
  await until(['Two: connected']);
});
