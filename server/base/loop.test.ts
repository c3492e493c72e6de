import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createManualClock, type ManualClock } from '../../tests/server/manual-clock.ts';
import { createLoops, type Loop, type Loops, NOT_DONE } from './loop.ts';

const EVERY = { name: 'probe', everyMs: 10_000, limitMs: 20_000 };

let clock: ManualClock;
let loops: Loops;
let open: Loop[];
const log = { error: vi.fn() };

beforeEach(() => {
  clock = createManualClock();
  loops = createLoops(clock);
  loops.logTo(log);
  log.error.mockClear();
  open = [];
});
afterEach(async () => {
  const closed = Promise.all(open.map((loop) => loop.close()));
  await pass(25);
  await closed;
});

const repeat: Loops['repeat'] = (...of) => {
  const loop = loops.repeat(...of);
  open.push(loop);
  return loop;
};

/** Moves time second by second, as real sleepers see it. */
async function pass(seconds: number): Promise<void> {
  for (let i = 0; i < seconds; i++) {
    await new Promise(setImmediate);
    clock.advance(1000);
  }
  await new Promise(setImmediate);
}

const hang = () => new Promise<never>(() => undefined);
const state = () => loops.states()[0];

test('runs at once and then each period, however long a run takes', async () => {
  const runs: number[] = [];
  repeat(EVERY, async () => {
    runs.push(clock.elapsed());
    await clock.sleep(4000, new AbortController().signal);
  });
  await pass(25);
  expect(runs).toEqual([0, 10_000, 20_000]);
  expect(state()).toMatchObject({ lateMs: 0, isLate: false, isProven: true });
});

test('begins a run early when it is woken, after the present one', async () => {
  let runs = 0;
  const loop = repeat(EVERY, async () => {
    runs += 1;
    if (runs === 1) loop?.wake();
    await clock.sleep(2000, new AbortController().signal);
  });
  await pass(1);
  loop.wake();
  expect(runs).toBe(1);
  await pass(2);
  expect(runs).toBe(2);
});

test('aborts a run that takes too long, counts it, says it once, and begins the next', async () => {
  const signals: AbortSignal[] = [];
  const loop = repeat(EVERY, (signal) => {
    signals.push(signal);
    return hang();
  });
  await pass(41);
  await loop.begun;
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, false]);
  expect(loops.cutOff.get('probe')).toBe(2);
  expect(log.error).toHaveBeenCalledExactlyOnceWith(
    { loop: 'probe', limitMs: 20_000 },
    'loop took too long: it begins again',
  );
});

test('goes on after a run that failed, at once or later, and is as late as if it had not run', async () => {
  let runs = 0;
  repeat({ ...EVERY, failed: 'not probed' }, () => {
    runs += 1;
    if (runs > 1) throw new Error('disk full');
    return hang();
  });
  await pass(31);
  expect(runs).toBe(3);
  expect(log.error).toHaveBeenLastCalledWith(
    { loop: 'probe', err: new Error('disk full') },
    'not probed',
  );
  expect(state()).toMatchObject({ lateMs: 21_000, isProven: false });
});

test('says that a loop is late by three periods, and when it is not any more', async () => {
  const told: boolean[] = [];
  loops.onChange(({ isLate }) => told.push(isLate));
  let isStuck = false;
  repeat({ ...EVERY, without: 'measured nothing' }, () => (isStuck ? hang() : undefined));
  await pass(5);
  isStuck = true;
  await pass(35);
  expect([told, loops.standstills()]).toEqual([[], []]);
  await pass(6);
  expect(told).toEqual([true]);
  expect(loops.standstills()).toMatchObject([{ name: 'probe', without: 'measured nothing' }]);
  isStuck = false;
  await pass(20);
  expect([told, loops.standstills()]).toEqual([[true, false], []]);
});

test('is as late as if it had not run while its runs say that nothing is done', async () => {
  repeat(EVERY, () => NOT_DONE);
  await pass(31);
  expect(state()).toMatchObject({ lateMs: 21_000, isProven: false });
});

test('a machine that slept is not late, and its runs are not cut off for that', async () => {
  repeat(EVERY, async () => {
    await clock.sleep(3_610_000, new AbortController().signal);
  });
  await pass(5);
  clock.advance(3_600_000);
  await pass(5);
  expect(loops.cutOff.size).toBe(0);
  expect(state()).toMatchObject({ isLate: false, isProven: true });
});

test('closing aborts the present run and waits for it, at most until its limit', async () => {
  let ended = false;
  const nice = repeat(EVERY, async (signal) => {
    await clock.sleep(9000, signal);
    ended = true;
  });
  await nice.close();
  expect(ended).toBe(true);
  const stuck = loops.repeat(EVERY, hang);
  const closing = stuck.close();
  await pass(21);
  await closing;
  expect(loops.states()).toEqual([]);
});

test('repeats until a run is the last, or its signal is aborted', async () => {
  let runs = 0;
  const end = new AbortController();
  const twice = loops.until(EVERY, end.signal, async () => ++runs === 2);
  const never = loops.until(EVERY, end.signal, () => false);
  await pass(11);
  expect(await twice).toBe(true);
  end.abort();
  expect(await never).toBe(false);
});
