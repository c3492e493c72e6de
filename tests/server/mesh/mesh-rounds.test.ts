import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createIdentity } from '../../../server/mesh/identity.ts';
import { createMeshRig, type MeshRig } from './mesh-rig.ts';
import { startTestSister } from './test-sister.ts';

let rig: MeshRig;

beforeEach(async () => {
  rig = await createMeshRig();
});

afterEach(() => rig.end());

describe('a round of probes', () => {
  test('finds late answers and silence, each change one row, one message for all connections', async () => {
    await rig.mesh.start();
    rig.slow(rig.forge, 400);
    await rig.nextRound();
    expect(await rig.statuses()).toEqual(['warning', 'connected']);
    expect((await rig.rows())[0]).toBe('warning: Forge (forge.mesh.example) answers late (400 ms)');
    rig.wake(rig.forge);
    rig.silence(rig.archive);
    await rig.nextRound();
    expect(await rig.statuses()).toEqual(['connected', 'error']);
    expect((await rig.rows()).slice(0, 2).sort()).toEqual([
      'error: Archive (archive.mesh.example) does not answer',
      'success: Forge (forge.mesh.example) answers in time again',
    ]);
    expect(rig.keys()).toEqual([
      'prepend api/activity/logs',
      'prepend api/activity/logs',
      'replace api/mesh/connections',
      'replace api/dashboard/stats',
    ]);
    expect(rig.told.at(-1)?.data).toMatchObject({ meshConnections: 2 });
  });

  test('without news tells the connections alone', async () => {
    await rig.mesh.start();
    await rig.nextRound();
    expect(rig.keys()).toEqual(['replace api/mesh/connections']);
    const [connection] = await rig.mesh.connections();
    expect(connection?.lastSeen).toBe(rig.clock.now());
  });

  test('does not let a single late answer flap', async () => {
    await rig.mesh.start();
    rig.forge.before = async () => {
      rig.wake(rig.forge);
      rig.clock.advance(400);
    };
    await rig.nextRound();
    expect(await rig.statuses()).toEqual(['connected', 'connected']);
    expect(rig.forge.taken).toEqual(['probe', 'probe', 'probe']);
  });

  test('takes a third look at lateness that this process itself may have made', async () => {
    await rig.mesh.start();
    rig.clock.delayMs = 200;
    rig.slow(rig.forge, 400);
    await rig.nextRound();
    expect(await rig.statuses()).toEqual(['warning', 'connected']);
    expect(rig.forge.taken).toHaveLength(1 + 3);
    rig.clock.delayMs = 100;
    rig.wake(rig.forge);
    await rig.nextRound();
    rig.slow(rig.forge, 400);
    await rig.nextRound();
    expect(rig.forge.taken).toHaveLength(1 + 3 + 1 + 2);
  });

  test('sees a sister come back under another key as an error, until her keys are read again', async () => {
    await rig.mesh.start();
    await rig.archive.close();
    const impostor = await createIdentity('archive');
    const { port } = new URL(rig.archive.address);
    rig.archive = await startTestSister({
      id: 'archive',
      node: rig.node,
      now: rig.clock.now,
      impostor,
      port: Number(port),
    });
    await rig.nextRound();
    expect(await rig.statuses()).toEqual(['connected', 'error']);
    expect((await rig.rows())[0]).toBe(
      'error: Archive (archive.mesh.example) signs with a key that it does not publish',
    );
  });

  test('keeps what every probe found', async () => {
    await rig.mesh.start();
    rig.silence(rig.archive);
    await rig.nextRound();
    const history = await rig.mesh.history({ platform: 'archive' });
    expect(history).toMatchObject([
      { platform: 'archive', status: 'connected', latencyMs: 0 },
      { platform: 'archive', status: 'error', latencyMs: null },
    ]);
    expect(history[1]?.at).toBe((history[0]?.at ?? 0) + 10_000);
  });
});

test('a reconnect drops every connection and probes anew', async () => {
  const ports = new Set<number | undefined>();
  rig.forge.app.server.on('connection', (socket) => ports.add(socket.remotePort));
  await rig.mesh.start();
  await rig.mesh.ping();
  expect(ports.size).toBe(1);
  await rig.mesh.reconnect();
  expect(ports.size).toBe(2);
  expect((await rig.rows())[0]).toBe('success: Manual reconnect: 2 of 2 platforms answered');
});
