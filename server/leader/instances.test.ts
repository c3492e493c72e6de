import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { PATHS } from '../../contract/paths.ts';
import { type Cluster, type Instance, startCluster } from '../../tests/cluster/cluster.ts';
import { leaderIn, takeOverAfter } from '../../tests/cluster/leader-watch.ts';
import { postJson, signUp } from '../../tests/cluster/people.ts';
import { formOf } from '../../tests/server/bundles/uploads/upload-client.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../tests/server/postgres.ts';
import { builtServer } from '../../tests/server/start-process.ts';

// Real processes on a machine that others use as well.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Rounds of probes follow each other quickly, and every simulated peer answers. */
const INTERVAL_SEC = 1;
const MESH = {
  product: 'Meridian',
  parentSite: 'https://mesh.example',
  node: { id: 'meridian', name: 'Meridian', domain: 'meridian.mesh.example' },
  platforms: [
    { id: 'forge', name: 'Forge', domain: 'forge.mesh.example' },
    { id: 'harbor', name: 'Harbor', domain: 'harbor.mesh.example' },
  ],
  probe: { intervalSec: INTERVAL_SEC, lateMs: 5_000, timeoutMs: 10_000 },
  heartbeat: { enabled: true, intervalSec: 2 },
};
/** Longer than a lease lasts. */
const PAUSE_MS = 9_000;

const directory = mkdtempSync(join(tmpdir(), 'meridian-instances-'));
let database: TestDatabase;
let cluster: Cluster;
let cookie: string;

beforeAll(async () => {
  await builtServer();
  const config = join(directory, 'mesh.json');
  writeFileSync(config, JSON.stringify(MESH));
  // Empty: both bring the tables up to date, and both would lead.
  database = await createTestDatabase({ empty: true });
  const env = { MESH_CONFIG: config, LOG_LEVEL: 'info' };
  cluster = await startCluster({ size: 2, databaseUrl: database.url, env });
  ({ cookie } = await signUp(cluster.url, 'ada'));
});
afterAll(async () => {
  await cluster.close();
  await database.drop();
  rmSync(directory, { recursive: true });
});

async function roles() {
  const leader = await leaderIn(database.url);
  const leading = cluster.instances.find(({ name }) => name === leader?.name);
  const other = cluster.instances.find((one) => one !== leading);
  if (leader === undefined || leading === undefined || other === undefined)
    throw new Error('nobody leads');
  return { token: leader.token, leading, other };
}

const read = async (instance: Instance, path: string) =>
  (await fetch(instance.url + path, { headers: { cookie } })).json();

/** When rounds of probes began, in order. */
const rounds = async () =>
  (
    await execute<{ at: number }>(
      database.url,
      'select distinct at::float8 as at from probes order by at',
    )
  ).map(({ at }) => at);

/** @returns waits until the instance answers what it is asked to */
const until = (condition: () => Promise<void>) =>
  vi.waitFor(condition, { timeout: 30_000, interval: 100 });

describe('at an instance that does not lead', () => {
  test('the leader syncs, pings, reconnects and proves, on behalf of who asks', async () => {
    const { other } = await roles();
    const post = (path: string, body: object) => postJson(other.url + path, body, cookie);
    const sync = await post(PATHS.sync, {});
    expect([sync.status, await sync.json()]).toMatchObject([200, { asked: 2, reached: 2 }]);
    expect((await post(PATHS.ping, {})).status).toBe(200);
    expect((await post(PATHS.reconnect, {})).status).toBe(200);
    const proof = { peer: 'forge', deadline_sec: 60, commander_origin: other.url };
    const started = await post(PATHS.proofStart, proof);
    expect(started.status).toBe(200);
    const { challenge_id: id } = (await started.json()) as { challenge_id: string };
    await until(async () => {
      expect(await read(other, `/api/mesh/proof/status/${id}`)).toMatchObject({ verified: true });
    });
    const audit = await execute<{ action: string; actor: string }>(
      database.url,
      "select action, actor from audit where action in ('mesh.synced', 'proof.started') order by id",
    );
    expect(audit).toEqual([
      { action: 'mesh.synced', actor: 'ada' },
      { action: 'proof.started', actor: 'ada' },
    ]);
  });

  test('connections are those that the leader has measured', async () => {
    const { leading, other } = await roles();
    const names = async (one: Instance) =>
      ((await read(one, '/api/mesh/connections')) as { name: string; status: string }[]).map(
        ({ name, status }) => `${name} ${status}`,
      );
    expect(await names(other)).toEqual(['Forge connected', 'Harbor connected']);
    expect(await names(leading)).toEqual(await names(other));
    expect(await read(other, '/api/mesh/platforms/forge')).toMatchObject({
      address: expect.stringContaining('http://127.0.0.1'),
    });
  });

  test('a bundle is uploaded, inspected by the leader, and deployed by it', async () => {
    const { other } = await roles();
    const uploaded = await fetch(`${other.url}/api/zip/upload`, {
      method: 'POST',
      headers: { cookie },
      body: formOf(),
    });
    expect(uploaded.status).toBe(200);
    const { bundle } = (await uploaded.json()) as { bundle: { id: string } };
    const path = `/api/zip/bundles/${bundle.id}`;
    await until(async () => {
      expect(await read(other, path)).toMatchObject({ status: 'validated' });
    });
    const platforms = ['Forge', 'Harbor'];
    const deploy = await postJson(`${other.url}${path}/deploy`, { platforms }, cookie);
    expect(deploy.status).toBe(200);
    await until(async () => {
      expect(await read(other, path)).toMatchObject({ status: 'deployed' });
    });
  });
});

describe('when the leader', () => {
  test('is stopped, another leads at once', async () => {
    const { leading, token } = await roles();
    const stopping = leading.stop('SIGTERM');
    expect(await takeOverAfter(database.url, token)).toBeLessThan(1500);
    await stopping;
    await leading.start();
  });

  test('is killed, another leads within ten seconds and goes on with what it had measured', async () => {
    const { leading, other, token } = await roles();
    await leading.stop('SIGKILL');
    expect(await takeOverAfter(database.url, token)).toBeLessThan(10_000);
    expect(await read(other, '/api/mesh/connections')).toMatchObject([
      { status: 'connected' },
      { status: 'connected' },
    ]);
    const [{ count } = { count: -1 }] = await execute<{ count: number }>(
      database.url,
      "select count(*)::int as count from node_absences where reason <> 'off'",
    );
    expect(count).toBe(0);
    await leading.start();
  });

  test('is paused for longer than its lease lasts, it stores nothing when it goes on, and no longer leads', async () => {
    const { leading: paused, other, token } = await roles();
    paused.signal('SIGSTOP');
    await takeOverAfter(database.url, token);
    await delay(PAUSE_MS);
    const before = await rounds();
    paused.signal('SIGCONT');
    await until(async () => expect(paused.printed()).toContain('this instance no longer leads'));
    await delay(4 * INTERVAL_SEC * 1000);
    // The present leader goes on.
    expect((await rounds()).length).toBeGreaterThan(before.length);
    expect(await leaderIn(database.url)).toMatchObject({ token: token + 1, name: other.name });
    const sync = await postJson(paused.url + PATHS.sync, {}, cookie);
    expect(sync.status).toBe(200);
  });
});
