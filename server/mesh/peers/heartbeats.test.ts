import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMeshRig, MESH_CONFIG, type MeshRig } from '../../../tests/server/mesh/mesh-rig.ts';

let rig: MeshRig;

beforeEach(async () => {
  rig = await createMeshRig();
});

afterEach(() => rig.end());

describe('heartbeats', () => {
  test('are sent after the first round and then each interval, and their results are counted', async () => {
    rig.mute(rig.archive);
    rig.mesh = rig.meshOf({ heartbeat: { enabled: true, intervalSec: 30 } });
    await rig.mesh.start();
    await rig.clock.sleeperOf(30_000 - MESH_CONFIG.probe.timeoutMs);
    const { heartbeat, meshStats, forgeRun, platform } = await rig.mesh.summary(['GET /x']);
    expect(heartbeat).toEqual({
      enabled: true,
      intervalSec: 30,
      sentCount: 2,
      lastSuccess: expect.stringMatching(/^20\d\d-/),
      lastError: 'Archive: no answer',
      platforms: [
        {
          id: 'forge',
          name: 'Forge',
          sent: 1,
          answered: 1,
          missed: 0,
          lastAnswer: expect.any(Number),
          lastError: null,
        },
        {
          id: 'archive',
          name: 'Archive',
          sent: 1,
          answered: 0,
          missed: 1,
          lastAnswer: null,
          lastError: 'no answer',
        },
      ],
    });
    expect(meshStats.meshConnections).toBe(2);
    expect([platform, forgeRun]).toEqual(['Meridian', rig.forge.address]);
  });

  test('are not sent when they are disabled, except by a ping', async () => {
    await rig.mesh.start();
    expect((await rig.mesh.summary([])).heartbeat).toMatchObject({
      enabled: false,
      intervalSec: 30,
      sentCount: 0,
      lastSuccess: null,
      lastError: null,
    });
    expect(await rig.mesh.ping()).toEqual({ sent: 2, replied: 2 });
    expect((await rig.mesh.summary([])).heartbeat).toMatchObject({ sentCount: 2, lastError: null });
    expect((await rig.rows())[0]).toBe('success: Manual ping: 2 of 2 platforms replied');
  });
});
