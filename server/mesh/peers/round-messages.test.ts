import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Change } from '../../../contract/live.ts';
import { keyOf, keyText } from '../../../contract/paths.ts';
import { merge } from '../../../src/worker/reads/merge.ts';
import { createHistoryRig, type HistoryRig } from '../../../tests/server/mesh/peers/history-rig.ts';
import { replay } from '../../../tests/server/replay.ts';

let rig: HistoryRig;
/** Live messages about the connections since the test began. */
let published: Change[];

beforeAll(async () => {
  rig = await createHistoryRig(['forge', 'archive', 'harbor']);
  rig.journal.subscribe((change) => {
    if (keyText(change.key) === keyText(keyOf('connections'))) published.push(change);
  });
});
afterAll(() => rig.end());
beforeEach(async () => {
  await rig.clear();
  published = [];
});

test('a console that applies the messages of rounds has the list as it is', async () => {
  await rig.round();
  expect(published).toMatchObject([{ op: 'replace' }]);
  let list = published[0]?.data;
  const steps: (() => void)[] = [
    () => rig.behaviours.set('forge', 31),
    () => rig.behaviours.set('archive', 'refused'),
    () => undefined,
    () => rig.behaviours.set('archive', 400),
    () => {
      for (const id of ['forge', 'archive', 'harbor']) rig.behaviours.set(id, 'no-network');
    },
    () => undefined,
    () => rig.behaviours.clear(),
    () => rig.behaviours.set('harbor', 'refused-key'),
  ];
  for (const step of steps) {
    step();
    published = [];
    await rig.round();
    for (const change of published) list = merge(list, change, (answer) => answer);
    expect(list).toEqual(rig.connections());
  }
});

test('a round tells of each platform only what has changed, and nothing where nothing has', async () => {
  await rig.round();
  rig.behaviours.set('forge', 'refused');
  await rig.round();
  await rig.round();
  const [, down, still] = published.map(({ data }) => data as Record<string, unknown>[]);
  expect(down).toMatchObject([{ id: 'forge', status: 'error' }, { id: 'archive' }, {}]);
  expect(Object.keys(down?.[1] ?? {})).toEqual(['id', 'lastSeen']);
  expect(still).toEqual([
    { id: 'archive', lastSeen: rig.now() },
    { id: 'harbor', lastSeen: rig.now() },
  ]);
  for (const id of ['forge', 'archive', 'harbor']) rig.behaviours.set(id, 'no-network');
  await rig.round();
  published = [];
  await rig.round();
  expect(published).toEqual([]);
});

test('messages that later rounds have overtaken say only that the list has changed', async () => {
  for (let i = 0; i < 12; i++) await rig.round();
  const { changes } = await replay(rig.journal, published[0]?.seq ?? 0);
  const data = changes.filter(({ op }) => op === 'patch').map((change) => change.data);
  expect(data.slice(0, 4)).toEqual([null, null, null, null]);
  expect(data.slice(-6)).toEqual(published.slice(-6).map((change) => change.data));
  expect(published.slice(1).every((change) => Array.isArray(change.data))).toBe(true);
});
