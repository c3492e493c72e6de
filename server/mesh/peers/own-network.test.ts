import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMeshRig, type MeshRig } from '../../../tests/server/mesh/mesh-rig.ts';
import type { Failure } from '../../outgoing/failure.ts';
import { listAbsences } from '../rows/absences.ts';
import { lastProbes } from '../rows/probes.ts';

const INTERVAL_MS = 10_000;
const IDS = ['shop', 'blog', 'wiki', 'mail'];

let rig: MeshRig;
/** Why a call fails, by platform. */
const failures = new Map<string, Failure>();
const called: string[] = [];
beforeEach(async () => {
  rig = await createMeshRig();
  await rig.mesh.stop();
  const platforms = IDS.map((id) => ({
    ...{ id, name: id, domain: `${id}.mesh.example`, kind: 'web' as const },
  }));
  rig.mesh = rig.meshOf(
    { platforms },
    {
      check: async ({ id }) => {
        called.push(id);
        const failure = failures.get(id);
        return failure ? { answered: false, failure } : { answered: true, latencyMs: 5 };
      },
    },
  );
  await rig.mesh.start();
});
afterEach(async () => {
  failures.clear();
  called.length = 0;
  await rig.end();
});
const setAll = (failure: Failure) => {
  for (const id of IDS) failures.set(id, failure);
};
const incidents = async () => (await rig.rows()).filter((row) => row.includes('down'));

/** Lets an interval pass in steps, in which probes begin one after another. */
async function passInterval(): Promise<void> {
  for (let ms = 0; ms < INTERVAL_MS; ms += 500) {
    rig.clock.advance(500);
    await rig.idle();
  }
}

test('a network that goes while probes are spread is no fault of the platform that was called first', async () => {
  await passInterval();
  setAll('no-network');
  await passInterval();
  await expect.poll(rig.statuses).toEqual(['unknown', 'unknown', 'unknown', 'unknown']);
  failures.clear();
  await passInterval();
  await expect.poll(rig.statuses).toEqual(['connected', 'connected', 'connected', 'connected']);
  expect(await incidents()).toEqual([]);
  const absences = await listAbsences(rig.db, { from: 0, to: rig.clock.now() });
  expect(absences.map(({ reason }) => reason)).toEqual(['no-network']);
});

test('a platform that alone cannot be called is down, and the others are asked once', async () => {
  failures.set('wiki', 'no-network');
  await passInterval();
  await expect.poll(rig.statuses).toEqual(['connected', 'connected', 'error', 'connected']);
  called.length = 0;
  await passInterval();
  expect(called.toSorted()).toEqual(IDS.toSorted());
  expect((await lastProbes(rig.db, 'wiki', 1))[0]).toMatchObject({ status: 'error' });
});
