import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readStats } from '../../../server/store/stats.ts';
import { createMeshRig, type MeshRig } from './mesh-rig.ts';

let rig: MeshRig;

beforeEach(async () => {
  rig = await createMeshRig();
});

afterEach(() => rig.end());

describe('a sync', () => {
  test('shakes hands with everybody, counts it, and leaves one row with the outcome', async () => {
    await rig.mesh.start();
    rig.told.splice(0);
    expect(await rig.mesh.sync()).toMatchObject({ asked: 2, reached: 2, disagreements: [] });
    expect((await rig.rows())[0]).toBe(
      'success: Mesh sync: 2 of 2 platforms answered; no disagreements',
    );
    expect(rig.keys()).toEqual(['prepend api/activity/logs', 'replace api/dashboard/stats']);
    expect(rig.told.at(-1)?.data).toMatchObject({ route66Handshakes: 2 });
    await rig.mesh.sync();
    expect((await readStats(rig.db)).route66Handshakes).toBe(4);
  });

  test('says who did not answer and who sees the mesh otherwise', async () => {
    await rig.mesh.start();
    rig.forge.view = [{ platform: 'archive', status: 'error', lastSeen: null }];
    rig.silence(rig.archive);
    const { message, reached } = await rig.mesh.sync();
    expect(reached).toBe(1);
    expect(message).toBe(
      'Mesh sync: 1 of 2 platforms answered; Archive (archive.mesh.example) does not answer; Forge sees Archive as error, this node as connected',
    );
    expect((await rig.rows())[0]).toBe(`warning: ${message}`);
  });

  test('row 27: is one at a time; when too many wait, the next is sent away', async () => {
    await rig.mesh.start();
    const syncs = await Promise.allSettled(Array.from({ length: 8 }, () => rig.mesh.sync()));
    expect(syncs.map(({ status }) => status)).toEqual([
      ...Array(4).fill('fulfilled'),
      ...Array(4).fill('rejected'),
    ]);
    expect(rig.forge.taken.filter((call) => call === 'handshake')).toHaveLength(4);
  });
});
