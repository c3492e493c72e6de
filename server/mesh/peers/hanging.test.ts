import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMeshRig, MESH_CONFIG, type MeshRig } from '../../../tests/server/mesh/mesh-rig.ts';
import type { CheckPlatform } from '../../platforms/node-check.ts';
import { listAbsences } from '../rows/absences.ts';
import { lastProbes } from '../rows/probes.ts';

const TIMEOUT_MS = 2000;
const STEP_MS = 25;
const HANGING = 220;

let rig: MeshRig;
const hanging = new Set<string>();
beforeEach(async () => {
  rig = await createMeshRig();
});
afterEach(async () => {
  hanging.clear();
  await rig.end();
});

const web = (id: string) => ({ id, name: id, domain: `${id}.mesh.example`, kind: 'web' as const });
const check: CheckPlatform = async ({ id }, signal) => {
  if (!hanging.has(id)) return { answered: true, latencyMs: 5 };
  await rig.clock.sleep(TIMEOUT_MS, signal);
  return { answered: false, failure: 'too-late' };
};

/** @returns resolves after the first round */
async function start(ids: readonly string[], intervalSec: number): Promise<void> {
  await rig.mesh.stop();
  const probe = { ...MESH_CONFIG.probe, intervalSec, timeoutMs: TIMEOUT_MS };
  rig.mesh = rig.meshOf({ platforms: ids.map(web), probe }, { check });
  const starting = rig.mesh.start();
  await passUntil(() => starting.then(() => true));
}

/** Lets time pass in small steps until something is so. */
async function passUntil(isSo: () => Promise<boolean>): Promise<void> {
  let isDone = false;
  while (!isDone) {
    rig.clock.advance(STEP_MS);
    await rig.idle();
    isDone = await Promise.race([isSo(), setImmediate(false)]);
  }
}
const passMs = (ms: number) => {
  const until = rig.clock.elapsed() + ms;
  return passUntil(async () => rig.clock.elapsed() >= until);
};

describe('platforms that hang', () => {
  const slow = Array.from({ length: HANGING }, (_, i) => `slow-${i}`);

  test('are down all the time, and delay neither the probes of others nor what these found', async () => {
    for (const id of slow) hanging.add(id);
    await start(['quick', ...slow], 1);
    await passMs(10_000);
    expect(await listAbsences(rig.db, { from: 0, to: rig.clock.now() })).toEqual([]);
    const { platforms } = await rig.mesh.historyOf('1h');
    const down = platforms.map(({ slots }) => slots.reduce((sum, one) => sum + one.down, 0));
    expect(down[0]).toBe(0);
    expect(Math.min(...down.slice(1))).toBeGreaterThan(5_000);
    expect((await lastProbes(rig.db, 'quick', 50)).length).toBeGreaterThanOrEqual(10);
    hanging.add('quick');
    const statusOf = async () => (await rig.mesh.connections())[0]?.status;
    const from = rig.clock.elapsed();
    await passUntil(async () => (await statusOf()) === 'error');
    // Its place comes within an interval, it is called twice, and what it found is stored within a second.
    expect(rig.clock.elapsed() - from).toBeLessThanOrEqual(1000 + 2 * TIMEOUT_MS + 1500);
  });
});
