import { expect, test } from 'vitest';
import type { Change } from '../../contract/live.ts';
import { keyOf } from '../../contract/paths.ts';
import { createFrameScheduler } from '../../src/worker/frame-scheduler.ts';
import { createNewRows } from '../../src/worker/reads/new-rows.ts';
import { createHandClock, flushPromises } from '../doubles/clock.ts';
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
  const applied: Change[] = [];
  const rows = createNewRows(clock, new AbortController().signal, {
    apply: (change) => applied.push(change),
    onApplied: () => undefined,
  });
  return { clock, applied, rows };
}

test('new rows of one list are joined, newest first, under the last number', async () => {
  const { clock, applied, rows } = rigOfRows();
  for (const change of [prepend(4, 40), prepend(5, 52, 51), prepend(6, 60)]) rows.add(change);
  expect(applied).toEqual([]);
  await clock.advance(20);
  expect(applied).toEqual([{ ...prepend(6), data: [60, 52, 51, 40] }]);
});

test('new rows that come all the time go on every two frames, and none is left behind', async () => {
  const { clock, applied, rows } = rigOfRows();
  for (let seq = 1; seq <= 320; seq += 1) {
    rows.add(prepend(seq, seq));
    await clock.advance(1);
  }
  expect(applied.length).toBeGreaterThan(8);
  expect(applied.length).toBeLessThan(12);
  await clock.advance(32);
  const rowsApplied = applied.toReversed().flatMap(({ data }) => data);
  expect(rowsApplied).toEqual(Array.from({ length: 320 }, (_, i) => 320 - i));
});

test('a replace or patch is applied at once, after the rows that wait', () => {
  const { applied, rows } = rigOfRows();
  const replace: Change = { ...prepend(2), op: 'replace', data: [] };
  rows.add(prepend(1, 10));
  rows.add(replace);
  expect(applied).toEqual([prepend(1, 10), replace]);
  const odd: Change = { ...prepend(3), data: 'no rows' };
  rows.add(odd);
  expect(applied.at(-1)).toEqual(odd);
});

test('work is done at once when it comes alone, and once a frame when it comes all the time', async () => {
  const clock = createHandClock();
  const over = new AbortController();
  let times = 0;
  const frames = createFrameScheduler(clock, over.signal, () => {
    times += 1;
    frames.done();
  });
  frames.request();
  await flushPromises();
  expect(times).toBe(1);
  for (let ms = 0; ms < 160; ms += 1) {
    frames.request();
    await clock.advance(1);
  }
  expect(times).toBe(11);
  frames.request();
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
  const rowsApplied = rig.pushes.slice(before).filter(({ entries }) => entries !== undefined);
  expect(rowsApplied).toHaveLength(1);
  const entry = rig.page.entry(KEY);
  const ids = (entry?.data as readonly ActivityRow[] | undefined)?.map(({ id }) => id);
  expect(ids).toEqual(node.rows.map(({ id }) => id));
  expect([entry?.seq, entry?.isStreamed]).toEqual([1000, true]);
  await rig.worker.stop();
  expect(rig.clock.sleepers()).toBe(0);
});
