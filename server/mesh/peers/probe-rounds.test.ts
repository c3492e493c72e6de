import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMeshRig, type MeshRig } from '../../../tests/server/mesh/mesh-rig.ts';
import { startTestPeer } from '../../../tests/server/mesh/test-peer.ts';
import { createIdentity } from '../keys/identity.ts';

let rig: MeshRig;

beforeEach(async () => {
  rig = await createMeshRig();
});

afterEach(() => rig.end());

describe('a round of probes', () => {
  test('adds one row for each change, and emits one message with what changed of the connections', async () => {
    await rig.mesh.start();
    rig.slow(rig.forge, 400);
    await rig.nextRound();
    expect(await rig.statuses()).toEqual(['warning', 'connected']);
    expect((await rig.rows())[0]).toBe('warning: Forge is slow: 400 ms');
    rig.wake(rig.forge);
    rig.mute(rig.archive);
    await rig.nextRound();
    expect(await rig.statuses()).toEqual(['connected', 'error']);
    expect((await rig.rows()).slice(0, 2).sort()).toEqual([
      'error: Archive is down: no answer',
      'success: Forge is fast again',
    ]);
    expect(rig.keys()).toEqual([
      'prepend api/activity/logs',
      'prepend api/activity/logs',
      'patch api/mesh/connections',
      'replace api/dashboard/stats',
    ]);
    expect(rig.emitted.at(-1)?.data).toMatchObject({ meshConnections: 2 });
  });

  test('without a change emits the connections only', async () => {
    await rig.mesh.start();
    await rig.nextRound();
    expect(rig.keys()).toEqual(['patch api/mesh/connections']);
    const [connection] = await rig.mesh.connections();
    expect(connection?.lastSeen).toBe(rig.clock.now());
  });

  test('ignores a single late answer', async () => {
    await rig.mesh.start();
    rig.forge.before = async () => {
      rig.wake(rig.forge);
      rig.clock.advance(400);
    };
    await rig.nextRound();
    expect(await rig.statuses()).toEqual(['connected', 'connected']);
    expect(rig.forge.taken).toEqual(['probe', 'probe', 'probe']);
  });

  test('sets the status error for a peer that returns with another key', async () => {
    await rig.mesh.start();
    await rig.archive.close();
    const impostor = await createIdentity('archive');
    const { port } = new URL(rig.archive.address);
    rig.archive = await startTestPeer({
      id: 'archive',
      node: rig.node,
      now: rig.clock.now,
      impostor,
      port: Number(port),
    });
    await rig.nextRound();
    await expect.poll(() => rig.statuses()).toEqual(['connected', 'error']);
    expect(await rig.rows()).toContain(
      'error: Archive is not trusted: signed with a key that it does not publish',
    );
  });

  test('stores the result of every probe', async () => {
    await rig.mesh.start();
    rig.mute(rig.archive);
    await rig.nextRound();
    const history = await rig.mesh.history({ platform: 'archive' });
    expect(history).toMatchObject([
      { platform: 'archive', status: 'connected', latencyMs: 0 },
      { platform: 'archive', status: 'error', latencyMs: null },
    ]);
    expect(history[1]?.at).toBe((history[0]?.at ?? 0) + 10_000);
  });
});

test('a reconnect drops every connection and probes all peers', async () => {
  const ports = new Set<number | undefined>();
  rig.forge.app.server.on('connection', (socket) => ports.add(socket.remotePort));
  await rig.mesh.start();
  await rig.mesh.ping();
  expect(ports.size).toBe(1);
  await rig.mesh.reconnect();
  expect(ports.size).toBe(2);
  expect((await rig.rows())[0]).toBe('success: Manual reconnect: 2 of 2 platforms replied');
});
