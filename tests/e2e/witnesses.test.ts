import { afterAll, beforeAll, expect, test } from 'vitest';
import { isMatrix, type RealMesh, startRealMesh } from './real-mesh.ts';

/** Seven of them: `bench/witnesses.ts`. */
const IDS = ['north', 'south', 'east'] as const;
let mesh: RealMesh;
beforeAll(async () => {
  mesh = await startRealMesh(IDS);
});
afterAll(() => mesh.close());

test('three real nodes say who sees whom, also past a line that is cut', async () => {
  await mesh.roundsUntil(isMatrix(IDS, () => true));
  mesh.cut('south', true);
  // What South says comes by way of East.
  const isCut = (from: string, to: string) => [from, to].sort().join(' ') === 'north south';
  await mesh.roundsUntil(isMatrix(IDS, (from, to) => !isCut(from, to)));
  mesh.cut('south', false);
  await mesh.roundsUntil(isMatrix(IDS, () => true));
});

test('a node whose own line is cut has one incident, which is of itself', async () => {
  for (const id of ['south', 'east']) mesh.cut(id, true);
  await mesh.roundsUntil(({ cutOff }) => cutOff !== null);
  const own = (await mesh.incidents()).find(({ scope }) => scope === 'node');
  expect(own).toMatchObject({ platform: 'north', endedAt: null });
  for (const id of ['south', 'east']) mesh.cut(id, false);
  await mesh.roundsUntil(isMatrix(IDS, () => true));
  const since = (await mesh.incidents()).filter(({ id }) => id >= (own?.id ?? 0));
  expect(since).toMatchObject([{ platform: 'north' }]);
});
