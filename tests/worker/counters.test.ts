import { expect, test } from 'vitest';
import { createCounters } from '../../src/worker/counters.ts';
import { createHandClock } from '../doubles/clock.ts';
import { openLiveRig } from '../doubles/live-worker.ts';

test('counts missed messages, and how many of them a replay brought', async () => {
  const rig = await openLiveRig({ watching: ['activity'] });
  const { node } = rig;
  expect(rig.worker.counters()).toMatchObject({ gaps: 0, replayed: 0 });
  node.append();
  node.append();
  rig.sockets.last().say(node.append());
  await rig.clock.advance(50);
  expect(rig.worker.counters()).toMatchObject({ gaps: 1, replayed: 3, notReplayed: 0 });
  node.replayWith(() => ({ status: 500 }));
  node.append();
  rig.sockets.last().say(node.append());
  await rig.clock.advance(50);
  expect(rig.worker.counters()).toMatchObject({ gaps: 2, replayed: 3, notReplayed: 1 });
  const { reads, rows } = rig.worker.counters();
  expect([reads, rows]).toEqual([1, 5]);
  await rig.worker.stop();
});

test('counts a late timer, but not a cancelled one', async () => {
  const clock = createHandClock();
  const counters = createCounters(clock);
  const over = new AbortController();
  void counters.clock.sleep(100, over.signal);
  void counters.clock.sleep(1000, new AbortController().signal);
  over.abort();
  await clock.advance(1500);
  expect(counters.counts([])).toMatchObject({ lateTimers: 0, latestMs: 0 });
  void counters.clock.sleep(1000, new AbortController().signal);
  await clock.sleepDevice(90_000);
  expect(counters.counts([])).toMatchObject({ lateTimers: 1, latestMs: 89_000 });
});
