import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { keyOf } from '../../../contract/paths.ts';
import { openTestDatabase } from '../../../tests/server/engine.ts';
import { createMeshRig, type MeshRig } from '../../../tests/server/mesh/mesh-rig.ts';
import { startServer } from '../../../tests/server/start-server.ts';
import { temporaryDir } from '../../../tests/server/temporary-dir.ts';
import { readStats } from '../../dashboard/rows.ts';

let rig: MeshRig;

beforeEach(async () => {
  rig = await createMeshRig();
});

afterEach(() => rig.end());

describe('a starting mesh', () => {
  test('has probed every peer when start() resolves, and emits the result', async () => {
    await rig.mesh.start();
    expect(await rig.mesh.connections()).toEqual([
      {
        id: 'forge',
        name: 'Forge',
        domain: 'forge.mesh.example',
        status: 'connected',
        latencyMs: 0,
        lastSeen: rig.clock.now(),
        since: rig.clock.now(),
        failure: null,
        keyChange: null,
      },
      expect.objectContaining({ id: 'archive', status: 'connected' }),
    ]);
    expect(await rig.rows()).toEqual([
      'success: Archive is connected',
      'success: Forge is connected',
    ]);
    expect(rig.keys()).toEqual([
      'prepend api/activity/logs',
      'prepend api/activity/logs',
      'replace api/mesh/connections',
      'replace api/dashboard/stats',
    ]);
    expect(rig.emitted.at(-1)?.data).toMatchObject({ meshConnections: 3 });
    expect(rig.emitted.at(-2)?.data).toEqual(await rig.mesh.connections());
  });

  test('returns connections only after the first round, never stored ones', async () => {
    await rig.mesh.start();
    await rig.mesh.stop();
    const lastSeen = rig.clock.now();
    rig.mute(rig.archive);
    rig.mesh = rig.meshOf();
    const early = rig.mesh.connections();
    const starting = rig.mesh.start();
    const [seen, gone] = await early;
    await starting;
    expect(seen).toMatchObject({ id: 'forge', status: 'connected' });
    expect(gone).toMatchObject({ id: 'archive', status: 'error', lastSeen });
  });

  test('counts no stored status as a connection until it is measured again', async () => {
    await rig.mesh.start();
    await rig.mesh.stop();
    expect((await readStats(rig.db)).meshConnections).toBe(3);
    let during: number | undefined;
    rig.forge.before = async () => {
      during ??= (await readStats(rig.db)).meshConnections;
    };
    rig.mesh = rig.meshOf();
    await rig.mesh.start();
    expect(during).toBe(1);
    expect((await readStats(rig.db)).meshConnections).toBe(3);
    // All are as they were: that is no news, but screens show the count of meanwhile.
    expect(rig.emitted.at(-1)).toMatchObject({
      key: keyOf('stats'),
      data: { meshConnections: 3 },
    });
  });

  test('adds no activity row for a status that an earlier process had stored already', async () => {
    await rig.mesh.start();
    await rig.mesh.stop();
    const before = await rig.rows();
    rig.mesh = rig.meshOf();
    await rig.mesh.start();
    expect(await rig.rows()).toEqual(before);
  });
});

test('health is ok while rounds complete, and not when they stop', async () => {
  await rig.mesh.start();
  expect(await rig.mesh.health()).toEqual({
    ok: true,
    platform: 'Meridian',
    uptime: 0,
    heartbeat_interval_sec: 30,
    compliance: ['S11.1'],
    thresholds: { intervalSec: 10, lateMs: 250, timeoutMs: 1500, failures: 1 },
  });
  await rig.mesh.stop();
  rig.clock.advance(60_000);
  expect(await rig.mesh.health()).toMatchObject({ ok: false, uptime: 60 });
});

test('a mesh that is stopped during a round stops at once and stores nothing', async () => {
  const asked = new Promise<void>((resolve) => {
    rig.forge.before = () => {
      resolve();
      return new Promise(() => undefined);
    };
  });
  const starting = rig.mesh.start();
  await asked;
  await rig.mesh.stop();
  await starting;
  expect(rig.emitted).toEqual([]);
  expect(await rig.mesh.connections()).toMatchObject([
    { status: 'unknown' },
    { status: 'unknown' },
  ]);
});

test('a node whose mesh could not start tries again, and then measures', async () => {
  const env = { DATA_DIR: await temporaryDir() };
  const db = await openTestDatabase(env.DATA_DIR);
  await sql`alter table challenges rename to challenges_gone`.execute(db);
  await db.destroy();
  const server = await startServer({ env });
  onTestFinished(server.close);
  const { cookie } = await server.signUp();
  const failures = () => server.logged.filter(({ msg }) => msg === 'term not begun in full');
  await vi.waitFor(() => expect(failures()).not.toEqual([]), 10_000);
  await sql`alter table challenges_gone rename to challenges`.execute(server.node.db);
  const lastSeen = async () => {
    const answer = await server.call('/api/mesh/connections', { cookie });
    return (await answer.json()).map((one: { lastSeen: number | null }) => one.lastSeen);
  };
  await vi.waitFor(async () => expect(await lastSeen()).toContainEqual(expect.any(Number)), 20_000);
});
