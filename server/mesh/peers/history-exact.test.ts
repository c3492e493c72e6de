import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  DAY_MS,
  HISTORY_RANGES,
  type HistoryRange,
  HOUR_MS,
  PLATFORM_RANGES,
  type PlatformRange,
} from '../../../contract/limits.ts';
import type { HistorySlot, Uptime } from '../../../contract/shapes/mesh.ts';
import {
  createHistoryRig,
  GAP_MAX_MS,
  type HistoryRig,
  NODE,
  PLATFORMS,
} from '../../../tests/server/mesh/peers/history-rig.ts';
import { play, type Step, stepsOf } from '../../../tests/server/mesh/peers/history-steps.ts';
import { readMeshHistory } from './mesh-history.ts';
import { readPlatformDetails, readPlatformHistory } from './platform-history.ts';

let rig: HistoryRig;
beforeAll(async () => {
  rig = await createHistoryRig();
  await sql`pragma synchronous = off`.execute(rig.db);
});
afterAll(() => rig.end());

const optionsAt = (now: number) => ({
  platforms: PLATFORMS,
  node: NODE,
  now,
  gapMaxMs: GAP_MAX_MS,
});

const timesOf = ({ up, late, down, planned = 0, notMeasured }: HistorySlot | Uptime) => [
  up,
  late,
  down,
  planned,
  notMeasured,
];
const sumOf = (times: HistorySlot | Uptime) => timesOf(times).reduce((sum, ms) => sum + ms, 0);
const measuredIn = (slot: HistorySlot) => sumOf(slot) - slot.notMeasured;
const measuredOf = (platform?: { readonly slots: readonly HistorySlot[] }) =>
  platform?.slots.reduce((sum, slot) => sum + measuredIn(slot), 0);

function expectExact(
  { from, to, slotMs }: { readonly from: number; readonly to: number; readonly slotMs: number },
  slots: readonly HistorySlot[],
): void {
  slots.forEach((slot, index) => {
    expect(sumOf(slot)).toBe(Math.min(slotMs, to - (from + index * slotMs)));
    expect(Math.min(...timesOf(slot))).toBeGreaterThanOrEqual(0);
  });
  expect(slots.reduce((sum, slot) => sum + sumOf(slot), 0)).toBe(to - from);
}

async function checkMesh(range: HistoryRange, now: number): Promise<void> {
  const history = await readMeshHistory(rig.db, range, optionsAt(now));
  const node = history.node?.slots ?? [];
  expectExact(history, node);
  for (const { slots } of history.platforms) {
    expectExact(history, slots);
    expect(slots.map(measuredIn)).toEqual(node.map(({ up }) => up));
  }
}

async function checkPlatform(id: string, range: PlatformRange, now: number): Promise<void> {
  const history = await readPlatformHistory(rig.db, { id, range }, optionsAt(now));
  expect(history?.slots).toHaveLength(PLATFORM_RANGES[range].slots);
  if (history) expectExact(history, history.slots);
}

async function checkUptime(now: number): Promise<void> {
  const forge = { id: 'forge', address: null, lateMs: 250 };
  const details = await readPlatformDetails(rig.db, forge, optionsAt(now));
  const hours = details?.uptime.map((uptime) => sumOf(uptime) / HOUR_MS) ?? [];
  expect(hours.map(Math.ceil)).toEqual([24, 7 * 24, 30 * 24, 90 * 24]);
  for (const uptime of details?.uptime ?? [])
    expect(Math.min(...timesOf(uptime))).toBeGreaterThanOrEqual(0);
}

test('of hundreds of platforms slots are joined: as exact, and no more of them than of fifty', async () => {
  const round = { event: 'time passes', longMs: 1, shortMs: 10_000 } as const;
  const step: Step = { ...round, behaviours: [3, 'too-late'], planned: [false, false] };
  await play(rig, Array<Step>(30).fill(step));
  const now = rig.now();
  const many = [...PLATFORMS, ...Array.from({ length: 298 }, (_, index) => `p${index}`)];
  for (const range of Object.keys(HISTORY_RANGES) as HistoryRange[]) {
    const few = await readMeshHistory(rig.db, range, optionsAt(now));
    const history = await readMeshHistory(rig.db, range, { ...optionsAt(now), platforms: many });
    const [forge] = history.platforms;
    expect(history.slotMs).toBe(6 * few.slotMs);
    expect(history.platforms.flatMap(({ slots }) => slots).length).toBeLessThanOrEqual(4500);
    for (const { slots } of history.platforms) expectExact(history, slots);
    expect(measuredOf(forge)).toBe(measuredOf(few.platforms[0]));
  }
});

test.each([HOUR_MS, 60 * DAY_MS])(
  'up, late, down, planned and not measured are exactly each slot and range (pauses up to %i ms)',
  async (longestMs) => {
    await fc.assert(
      fc.asyncProperty(stepsOf(longestMs), async (steps) => {
        await play(rig, steps);
        for (const now of [rig.now(), rig.now() + 123_456]) {
          for (const range of Object.keys(HISTORY_RANGES) as HistoryRange[])
            await checkMesh(range, now);
          for (const range of Object.keys(PLATFORM_RANGES) as PlatformRange[])
            for (const id of [...PLATFORMS, NODE.id]) await checkPlatform(id, range, now);
          await checkUptime(now);
        }
      }),
      { numRuns: 15 },
    );
  },
);
