import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMeshRig, MESH_CONFIG, type MeshRig } from './mesh-rig.ts';

let rig: MeshRig;

beforeEach(async () => {
  rig = await createMeshRig();
});

afterEach(() => rig.end());

describe('heartbeats', () => {
  test('go out after the first round and then each interval; what became of them is told', async () => {
    rig.silence(rig.archive);
    rig.mesh = rig.meshOf({ heartbeat: { enabled: true, intervalSec: 30 } });
    await rig.mesh.start();
    await rig.clock.sleeperOf(30_000 - MESH_CONFIG.probe.timeoutMs);
    const { heartbeat, meshStats, forgeRun, platform } = await rig.mesh.summary(['GET /x']);
    expect(heartbeat).toEqual({
      enabled: true,
      intervalSec: 30,
      sentCount: 2,
      lastSuccess: expect.stringMatching(/^20\d\d-/),
      lastError: 'Archive (archive.mesh.example) does not answer',
    });
    expect(meshStats.meshConnections).toBe(2);
    expect([platform, forgeRun]).toEqual(['Meridian', rig.forge.address]);
  });

  test('are not sent by themselves when they are off, but a ping sends one now', async () => {
    await rig.mesh.start();
    expect((await rig.mesh.summary([])).heartbeat).toEqual({
      enabled: false,
      intervalSec: 30,
      sentCount: 0,
      lastSuccess: null,
      lastError: null,
    });
    expect(await rig.mesh.ping()).toEqual({ sent: 2, taken: 2 });
    expect((await rig.mesh.summary([])).heartbeat).toMatchObject({ sentCount: 2, lastError: null });
    expect((await rig.rows())[0]).toBe('success: Heartbeat sent by hand: 2 of 2 platforms took it');
  });
});
