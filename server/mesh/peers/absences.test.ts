import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../../contract/limits.ts';
import {
  createHistoryRig,
  GAP_MAX_MS,
  type HistoryRig,
  NODE,
  PLATFORMS,
} from '../../../tests/server/mesh/peers/history-rig.ts';
import { listActivity } from '../../activity/rows.ts';
import { readMeshHistory } from './mesh-history.ts';
import { readPlatformDetails, readPlatformHistory } from './platform-history.ts';

let rig: HistoryRig;
beforeAll(async () => {
  rig = await createHistoryRig();
});
beforeEach(() => rig.clear());
afterAll(() => rig.end());

const options = () => ({ platforms: PLATFORMS, node: NODE, now: rig.now(), gapMaxMs: GAP_MAX_MS });
const historyOf = async (id: string) => {
  const history = await readPlatformHistory(rig.db, { id, range: '24h' }, options());
  if (history === undefined) throw new Error(`no history of ${id}`);
  return history;
};
const absences = async () => (await historyOf('forge')).absences;
const totalOf = async (id: string, kind: 'up' | 'down' | 'planned') =>
  (await historyOf(id)).slots.reduce((sum, slot) => sum + (slot[kind] ?? 0), 0);
const messages = async () =>
  (await listActivity(rig.db, { limit: 50 })).map(({ message }) => message);
const setAll = (behaviour: 'no-network' | 'no-name-service' | 'too-late' | 20) => {
  for (const platform of PLATFORMS) rig.behaviours.set(platform, behaviour);
};

describe('the time in which this node measured nothing', () => {
  test('was off, from the last round of a process to the first of the next one', async () => {
    await rig.round();
    const from = rig.now();
    await rig.restart();
    await rig.round(2 * HOUR_MS);
    expect(await absences()).toEqual([{ from, to: rig.now(), reason: 'off' }]);
  });

  test('is no absence when a restart took no longer than rounds may be apart', async () => {
    await rig.round();
    await rig.restart();
    await rig.round(GAP_MAX_MS);
    expect(await absences()).toEqual([]);
  });

  test('was asleep, when rounds of one process are far apart', async () => {
    await rig.round();
    const from = rig.now();
    await rig.round(HOUR_MS);
    await rig.round();
    expect(await absences()).toEqual([{ from, to: from + HOUR_MS, reason: 'asleep' }]);
  });

  test('was a standstill, when the process ran meanwhile', async () => {
    await rig.round();
    const from = rig.now();
    await rig.round(HOUR_MS, true);
    expect(await absences()).toEqual([{ from, to: from + HOUR_MS, reason: 'standstill' }]);
  });

  test('was without a network, as long as no platform could be called', async () => {
    await rig.round();
    const from = rig.now();
    setAll('no-network');
    await rig.round();
    expect(rig.statuses()).toEqual(['unknown', 'unknown']);
    expect(rig.rounds.at(-1)).toMatchObject({ updates: [], since: undefined });
    setAll('no-name-service');
    await rig.round();
    setAll(20);
    await rig.round();
    await rig.round();
    expect(rig.statuses()).toEqual(['connected', 'connected']);
    expect(await absences()).toEqual([{ from, to: from + 30_000, reason: 'no-network' }]);
    expect(await totalOf('forge', 'up')).toBe(10_000);
    expect(await totalOf('forge', 'down')).toBe(0);
    expect(await totalOf(NODE.id, 'up')).toBe(10_000);
    expect((await messages()).filter((message) => message.includes('network'))).toHaveLength(2);
    expect((await messages()).filter((message) => /down|connected/.test(message))).toHaveLength(2);
  });

  test('includes the end of an earlier process that was without a network', async () => {
    await rig.round();
    const from = rig.now();
    setAll('no-network');
    await rig.round();
    await rig.restart();
    await rig.round(HOUR_MS);
    expect(await absences()).toEqual([
      { from, to: from + 10_000, reason: 'no-network' },
      { from: from + 10_000, to: rig.now(), reason: 'off' },
    ]);
  });

  test('is none while one platform can be called', async () => {
    await rig.round();
    rig.behaviours.set('archive', 'no-network');
    await rig.round();
    await rig.round();
    expect(rig.statuses()).toEqual(['connected', 'error']);
    expect(await absences()).toEqual([]);
    expect(await totalOf('archive', 'down')).toBe(10_000);
  });
});

test('what is stored by a clock that is ahead for a moment says nothing of the time after', async () => {
  await rig.round();
  const from = rig.now();
  await rig.round(800 * 24 * HOUR_MS);
  await rig.round();
  rig.move(-800 * 24 * HOUR_MS);
  await rig.round();
  const end = rig.now();
  expect(await absences()).toEqual([{ from, to: end, reason: 'asleep' }]);
  await rig.restart();
  await rig.round(HOUR_MS);
  expect((await absences()).at(-1)).toEqual({ from: end, to: rig.now(), reason: 'off' });
  const address = { id: 'forge', address: null, lateMs: 250 };
  const details = await readPlatformDetails(rig.db, address, options());
  expect(details?.probes.map(({ at }) => at)).toEqual([rig.now(), end]);
});

test('time without an answer in maintenance is planned, and not downtime', async () => {
  await rig.round();
  const start = rig.now();
  rig.isPlanned = (platform, at) => platform === 'archive' && at < start + 20_000;
  setAll('too-late');
  for (let round = 0; round < 4; round++) await rig.round();
  // Found down after 10 s; the round at 20 s begins when the window is over.
  expect(await totalOf('archive', 'planned')).toBe(10_000);
  expect(await totalOf('archive', 'down')).toBe(20_000);
  expect(await totalOf('forge', 'planned')).toBe(0);
  expect(await totalOf('forge', 'down')).toBe(30_000);
  expect(await totalOf(NODE.id, 'up')).toBe(40_000);
});

test('a minute that a clock goes through twice is counted once', async () => {
  for (let round = 0; round < 13; round++) await rig.round();
  rig.move(-120_000);
  for (let round = 0; round < 12; round++) await rig.round();
  const { from, to, slotMs, platforms } = await readMeshHistory(rig.db, '1h', options());
  const [forge] = platforms;
  expect(forge?.slots.at(-2)).toMatchObject({ up: 60_000, notMeasured: 0 });
  expect(Math.ceil((to - from) / slotMs)).toBe(60);
});
