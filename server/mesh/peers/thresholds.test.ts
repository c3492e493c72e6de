import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMeshRig, MESH_CONFIG, type MeshRig } from '../../../tests/server/mesh/mesh-rig.ts';
import type { Platform } from '../../config/mesh-config.ts';
import { addToSpans } from '../rows/probe-spans.ts';
import { lastProbes } from '../rows/probes.ts';

let rig: MeshRig;
beforeEach(async () => {
  rig = await createMeshRig();
});
afterEach(() => rig.end());

async function start(forge: Platform['thresholds'], archive: Platform['thresholds'] = {}) {
  await rig.mesh.stop();
  const platforms = MESH_CONFIG.platforms.map((one) => ({
    ...one,
    thresholds: one.id === 'forge' ? forge : archive,
  }));
  rig.mesh = rig.meshOf({ platforms });
  await rig.mesh.start();
}
const probesOf = async (platform: string) => (await lastProbes(rig.db, platform, 20)).length;

describe('a platform with thresholds of its own', () => {
  test('is probed at its interval, and its status holds meanwhile', async () => {
    await start({ intervalSec: 30 });
    for (let round = 0; round < 3; round++) await rig.nextRound();
    expect([await probesOf('forge'), await probesOf('archive')]).toEqual([2, 4]);
    const { platforms } = await rig.mesh.historyOf('1h');
    const up = platforms.map(({ slots }) => slots.reduce((sum, slot) => sum + slot.up, 0));
    expect(up).toEqual([30_000, 30_000]);
  });

  test('is probed more often than the others', async () => {
    await start({ intervalSec: 5 });
    for (const expected of [2, 3]) {
      const written = rig.emitted.length;
      rig.clock.advance(5_000);
      await expect.poll(() => rig.emitted.length).toBeGreaterThan(written);
      await expect.poll(() => probesOf('forge')).toBe(expected);
    }
    expect(await probesOf('archive')).toBe(2);
  });

  test('is late when it says so', async () => {
    await start({ lateMs: 500 });
    rig.slow(rig.forge, 400);
    await rig.nextRound();
    expect(await rig.statuses()).toEqual(['connected', 'connected']);
    rig.slow(rig.forge, 600);
    await rig.nextRound();
    expect(await rig.statuses()).toEqual(['warning', 'connected']);
  });

  test('is down after so many rounds without an answer, which are in its history', async () => {
    await start({}, { failures: 3 });
    await rig.archive.close();
    await rig.nextRound();
    await rig.nextRound();
    expect(await rig.statuses()).toEqual(['connected', 'connected']);
    const [last] = await lastProbes(rig.db, 'archive', 1);
    expect(last).toMatchObject({ status: 'error', failure: 'cannot be reached' });
    await rig.nextRound();
    expect(await rig.statuses()).toEqual(['connected', 'error']);
  });

  test('is down at once where no round has measured it before', async () => {
    await rig.archive.close();
    await start({}, { failures: 3 });
    expect(await rig.statuses()).toEqual(['connected', 'error']);
  });

  test('says which share of the week was later than that, once there are enough answers', async () => {
    await start({ lateMs: 500 });
    expect((await rig.mesh.platform('forge'))?.week).toBeUndefined();
    const probe = { platform: 'forge', at: rig.clock.now(), status: 'connected', failure: null };
    const probes = Array.from({ length: 99 }, (_, i) => ({
      ...probe,
      latencyMs: i < 25 ? 800 : 20,
    }));
    await rig.journal.commit((tx) => addToSpans(tx, probes));
    const { lateMs, week } = (await rig.mesh.platform('forge')) ?? {};
    expect([lateMs, week?.late]).toEqual([500, 0.25]);
    expect(Math.abs((week?.p99Ms ?? 0) - 800)).toBeLessThanOrEqual(8);
  });
});
