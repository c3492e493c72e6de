import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMeshRig, MESH_CONFIG, type MeshRig } from '../../../tests/server/mesh/mesh-rig.ts';
import { startTestPeer } from '../../../tests/server/mesh/test-peer.ts';
import type { Platform, Thresholds } from '../../config/mesh-config.ts';
import { causesOf, countDependents } from '../../platforms/causes.ts';
import { lastProbes } from '../rows/probes.ts';

let rig: MeshRig;
beforeEach(async () => {
  rig = await createMeshRig();
});
afterEach(() => rig.end());

/** The forge, which is probed each minute, depends on the archive, which is probed every ten. */
async function start(archive: Partial<Thresholds> = {}): Promise<void> {
  await rig.mesh.stop();
  const platforms = MESH_CONFIG.platforms.map(
    (one): Platform =>
      one.id === 'forge'
        ? { ...one, dependsOn: ['archive'], thresholds: { intervalSec: 10 } }
        : { ...one, thresholds: { intervalSec: 600, ...archive } },
  );
  rig.mesh = rig.meshOf({ platforms });
  await rig.mesh.start();
}
const states = async () =>
  (await rig.mesh.connections()).map(({ status, because }) =>
    because ? `${status} because of ${because}` : status,
  );
function breakForge(): void {
  rig.forge.before = async () => {
    throw new Error('broken');
  };
}
async function openArchive(): Promise<void> {
  const { node, clock, archive } = rig;
  const port = Number(new URL(archive.address).port);
  rig.archive = await startTestPeer({ id: 'archive', node, now: clock.now, port });
}

describe('a platform that depends on another', () => {
  test('is down because of it, also where its own probe comes first', async () => {
    await start();
    breakForge();
    await rig.archive.close();
    await rig.nextRound();
    expect(await states()).toEqual(['error because of archive', 'error']);
    expect((await rig.rows()).slice(0, 2)).toEqual([
      'primary: Forge is down: answer not understood, because Archive is down',
      'error: Archive is down: cannot be reached',
    ]);
  });

  test('is as it is by itself as soon as the other is back', async () => {
    await start({ intervalSec: 20 });
    breakForge();
    await rig.archive.close();
    await rig.nextRound();
    await openArchive();
    await rig.nextRound();
    await rig.nextRound();
    expect(await states()).toEqual(['error', 'connected']);
    const { platforms } = await rig.mesh.historyOf('1h');
    const last = platforms[0]?.slots.at(-1);
    expect(last?.affected).toBe(last?.planned);
    expect(last?.affected).toBeGreaterThan(0);
  });

  test('is not down before it is known whether the other is', async () => {
    await start({ intervalSec: 10, failures: 3 });
    await rig.archive.close();
    breakForge();
    const misses = async (id: string) =>
      (await lastProbes(rig.db, id, 9)).filter(({ status }) => status === 'error').length;
    for (const round of [1, 2]) {
      await rig.idle();
      rig.clock.advance(10_000);
      await expect.poll(() => misses('forge')).toBe(round);
      await expect.poll(() => misses('archive')).toBe(round);
      expect(await states()).toEqual(['connected', 'connected']);
    }
    await rig.idle();
    rig.clock.advance(10_000);
    await expect.poll(states).toContain('error');
    await rig.idle();
    rig.clock.advance(10_000);
    await expect.poll(states).toEqual(['error because of archive', 'error']);
  });
});

describe('the cause', () => {
  const causes = (
    dependsOn: Readonly<Record<string, readonly string[]>>,
    statuses: Readonly<Record<string, string>>,
    paused: readonly string[] = [],
  ) => {
    const platforms = Object.keys(statuses).map((id) => ({
      id,
      dependsOn: [...(dependsOn[id] ?? [])],
      paused: paused.includes(id),
    }));
    return Object.fromEntries(causesOf(platforms, (id) => statuses[id] ?? 'unknown'));
  };
  const CHAIN = { shop: ['db'], db: ['gateway'] };

  test('is the last that is down in the chain, and none that answers has one behind it', () => {
    const down = { shop: 'error', db: 'error', gateway: 'error' };
    expect(causes(CHAIN, down)).toEqual({ shop: 'gateway', db: 'gateway' });
    expect(causes(CHAIN, { ...down, gateway: 'warning' })).toEqual({ shop: 'db' });
    expect(causes(CHAIN, { ...down, db: 'connected' })).toEqual({});
    expect(causes(CHAIN, { ...down, shop: 'warning' })).toMatchObject({ shop: 'gateway' });
    expect(causes(CHAIN, { ...down, shop: 'connected' })).toEqual({ db: 'gateway' });
  });

  test('is looked for behind what is paused, and is never that', () => {
    const down = { shop: 'error', db: 'unknown', gateway: 'error' };
    expect(causes(CHAIN, down, ['db'])).toEqual({ shop: 'gateway' });
    expect(causes(CHAIN, { ...down, db: 'error' }, ['gateway'])).toEqual({ shop: 'db' });
    expect(causes({ a: ['b'], b: ['a'] }, { a: 'error', b: 'error' })).toEqual({ a: 'b', b: 'a' });
  });

  test('knows how many depend on it', () => {
    const platforms = Object.entries({ ...CHAIN, gateway: [], wiki: ['db'] }).map(
      ([id, dependsOn]) => ({ id, dependsOn }),
    );
    expect(platforms.map(({ id }) => countDependents(id, platforms))).toEqual([0, 2, 3, 0]);
  });
});
