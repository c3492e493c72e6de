import { expect, test } from 'vitest';
import type { Change } from '../../contract/live.ts';
import { keyOf } from '../../contract/paths.ts';
import { createFrames } from '../../src/worker/frames.ts';
import { createNewRows } from '../../src/worker/reads/new-rows.ts';
import { createHandClock, settle } from '../doubles/clock.ts';
import { openLiveRig } from '../doubles/live-worker.ts';
import type { ActivityRow } from '../doubles/meridian.ts';

const KEY = keyOf('activity');
const prepend = (seq: number, ...data: number[]): Change => ({
  key: [...KEY],
  op: 'prepend',
  data,
  seq,
  at: seq,
});

function rigOfRows() {
  const clock = createHandClock();
  const taken: Change[] = [];
  const rows = createNewRows(clock, new AbortController().signal, (change) => taken.push(change));
  return { clock, taken, rows };
}

test('new rows of one list are joined, newest first, under the last number', async () => {
  const { clock, taken, rows } = rigOfRows();
  expect(rows.before()).toBeUndefined();
  for (const change of [prepend(4, 40), prepend(5, 52, 51), prepend(6, 60)]) rows.take(change);
  expect([taken, rows.before()]).toEqual([[], 3]);
  await clock.advance(20);
  expect(taken).toEqual([{ ...prepend(6), data: [60, 52, 51, 40] }]);
  expect(rows.before()).toBeUndefined();
});

test('new rows that come all the time go on every two frames, and none is left behind', async () => {
  const { clock, taken, rows } = rigOfRows();
  for (let seq = 1; seq <= 320; seq += 1) {
    rows.take(prepend(seq, seq));
    await clock.advance(1);
  }
  expect(taken.length).toBeGreaterThan(8);
  expect(taken.length).toBeLessThan(12);
  await clock.advance(32);
  const told = taken.toReversed().flatMap(({ data }) => data);
  expect(told).toEqual(Array.from({ length: 320 }, (_, i) => 320 - i));
});

test('what replaces or patches does not wait, and does not overtake what does', () => {
  const { taken, rows } = rigOfRows();
  const replace: Change = { ...prepend(2), op: 'replace', data: [] };
  rows.take(prepend(1, 10));
  rows.take(replace);
  expect(taken).toEqual([prepend(1, 10), replace]);
  const odd: Change = { ...prepend(3), data: 'no rows' };
  rows.take(odd);
  expect(taken.at(-1)).toEqual(odd);
});

test('work is done at once when it comes alone, and once a frame when it comes all the time', async () => {
  const clock = createHandClock();
  const over = new AbortController();
  let times = 0;
  const frames = createFrames(clock, over.signal, () => {
    times += 1;
    frames.done();
  });
  frames.ask();
  await settle();
  expect(times).toBe(1);
  for (let ms = 0; ms < 160; ms += 1) {
    frames.ask();
    await clock.advance(1);
  }
  expect(times).toBe(11);
  frames.ask();
  over.abort();
  await clock.advance(100);
  expect([times, clock.sleepers()]).toEqual([11, 0]);
});

test('a burst of rows is one push, in order, and holds the number of the last', async () => {
  const rig = await openLiveRig({ watching: ['activity'] });
  const { node } = rig;
  const before = rig.pushes.length;
  for (let i = 0; i < 1000; i += 1) rig.sockets.last().say(node.append());
  await rig.clock.advance(50);
  const told = rig.pushes.slice(before).filter(({ entries }) => entries !== undefined);
  expect(told).toHaveLength(1);
  const entry = rig.mirror.entry(KEY);
  const ids = (entry?.data as readonly ActivityRow[] | undefined)?.map(({ id }) => id);
  expect(ids).toEqual(node.rows.map(({ id }) => id));
  expect([entry?.seq, entry?.fed]).toEqual([1000, true]);
  await rig.worker.stop();
  expect(rig.clock.sleepers()).toBe(0);
});
