import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMeshRig, type MeshRig } from '../../../tests/server/mesh/mesh-rig.ts';
import { readStats } from '../../dashboard/rows.ts';

let rig: MeshRig;

beforeEach(async () => {
  rig = await createMeshRig();
});

afterEach(() => rig.end());

describe('a sync', () => {
  test('makes a handshake with every peer, counts it, and adds one row with the outcome', async () => {
    await rig.mesh.start();
    rig.emitted.splice(0);
    expect(await rig.mesh.sync()).toMatchObject({ asked: 2, reached: 2, conflicts: [] });
    expect((await rig.rows())[0]).toBe('success: Mesh sync: 2 of 2 replied, no conflicts');
    expect(rig.keys()).toEqual(['prepend api/activity/logs', 'replace api/dashboard/stats']);
    expect(rig.emitted.at(-1)?.data).toMatchObject({ route66Handshakes: 2 });
    await rig.mesh.sync();
    expect((await readStats(rig.db)).route66Handshakes).toBe(4);
  });

  test('names the peers that did not answer and those with a different view', async () => {
    await rig.mesh.start();
    rig.forge.view = [{ platform: 'archive', status: 'error', lastSeen: null }];
    rig.mute(rig.archive);
    const { message, reached } = await rig.mesh.sync();
    expect(reached).toBe(1);
    expect(message).toBe(
      'Mesh sync: 1 of 2 replied, 1 conflict. Forge sees Archive as error, this node as connected. No answer from Archive',
    );
    expect((await rig.rows())[0]).toBe(`warning: ${message}`);
  });

  test('runs one at a time, and is refused when too many wait', async () => {
    await rig.mesh.start();
    const syncs = await Promise.allSettled(Array.from({ length: 8 }, () => rig.mesh.sync()));
    expect(syncs.map(({ status }) => status)).toEqual([
      ...Array(4).fill('fulfilled'),
      ...Array(4).fill('rejected'),
    ]);
    expect(rig.forge.taken.filter((call) => call === 'handshake')).toHaveLength(4);
  });
});
