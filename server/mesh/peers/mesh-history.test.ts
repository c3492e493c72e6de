import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HISTORY_RANGES, type HistoryRange } from '../../../contract/limits.ts';
import { createMeshRig, type MeshRig } from '../../../tests/server/mesh/mesh-rig.ts';

let rig: MeshRig;
beforeEach(async () => {
  rig = await createMeshRig();
});
afterEach(() => rig.end());

const RANGES = Object.keys(HISTORY_RANGES) as HistoryRange[];

async function roundsOf(count: number): Promise<void> {
  for (let round = 0; round < count; round++) await rig.nextRound();
}

const totalOf = (
  slots: readonly { up: number; late: number; down: number; notMeasured: number }[],
) =>
  slots.reduce(
    (sum, { up, late, down, notMeasured }) => ({
      up: sum.up + up,
      late: sum.late + late,
      down: sum.down + down,
      notMeasured: sum.notMeasured + notMeasured,
    }),
    { up: 0, late: 0, down: 0, notMeasured: 0 },
  );

describe('the mesh history', () => {
  test('counts a status from its probe to the next one', async () => {
    await rig.mesh.start();
    const start = rig.clock.now();
    await roundsOf(3);
    rig.mute(rig.archive);
    await roundsOf(2);
    rig.wake(rig.archive);
    await roundsOf(1);
    const { platforms, to } = await rig.mesh.historyOf('1h');
    const archive = totalOf(platforms.find(({ platform }) => platform === 'archive')?.slots ?? []);
    const forge = totalOf(platforms.find(({ platform }) => platform === 'forge')?.slots ?? []);
    expect(archive).toMatchObject({ up: 40_000, down: to - start - 40_000 });
    expect(forge).toMatchObject({ up: to - start, down: 0 });
  });

  test('does not count the time in which this node did not probe', async () => {
    await rig.mesh.start();
    await roundsOf(2);
    await rig.mesh.stop();
    rig.clock.advance(10 * 60_000);
    rig.mesh = rig.meshOf();
    await rig.mesh.start();
    await roundsOf(1);
    const { platforms, from, to } = await rig.mesh.historyOf('1h');
    for (const { slots } of platforms)
      expect(totalOf(slots)).toEqual({
        up: 30_000,
        late: 0,
        down: 0,
        notMeasured: to - from - 30_000,
      });
  });

  test('has median and 95th percentile of the answered probes', async () => {
    await rig.mesh.start();
    rig.slow(rig.forge, 40);
    await roundsOf(4);
    const { platforms } = await rig.mesh.historyOf('1h');
    expect(platforms[0]?.platform).toBe('forge');
    for (const ms of [platforms[0]?.medianMs, platforms[0]?.p95Ms])
      expect(Math.abs((ms ?? 0) - 40)).toBeLessThanOrEqual(0.4);
  });

  test.each(RANGES)('of %s has its slots, aligned, the last as short as it is', async (range) => {
    await rig.mesh.start();
    await roundsOf(2);
    const { slotMs, slots } = HISTORY_RANGES[range];
    const history = await rig.mesh.historyOf(range);
    expect(history.from % slotMs).toBe(0);
    expect(history.to).toBe(rig.clock.now());
    expect(history.platforms.map(({ platform }) => platform)).toEqual(['forge', 'archive']);
    for (const platform of history.platforms) expect(platform.slots).toHaveLength(slots);
  });
});
