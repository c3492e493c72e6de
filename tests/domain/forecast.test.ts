import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../contract/limits.ts';
import type { PlatformHistory } from '../../contract/shapes/mesh.ts';
import {
  dailyMedians,
  forecastLimit,
  latencyForecast,
  type Point,
} from '../../src/domain/forecast.ts';

const NOW = Date.UTC(2026, 10, 26, 9);
/** One a day, the last one half a day ago. */
const daily = (values: readonly number[]): Point[] =>
  values.map((value, index) => ({ at: NOW - (values.length - index - 0.5) * DAY_MS, value }));
const line = (count: number, start: number, step: number, noise: readonly number[] = [0]) =>
  Array.from(
    { length: count },
    (_, index) => start + index * step + (noise[index % noise.length] ?? 0),
  );
const inDays = (found: ReturnType<typeof forecastLimit>) =>
  found &&
  [found.from, found.at, found.to].map((at) => Math.round(((at - NOW) / DAY_MS) * 10) / 10);

describe('a value that grows', () => {
  test('passes its limit where the line does', () => {
    // 165 half a day ago, 10 more each day: 250 is 8.5 days after that.
    expect(inDays(forecastLimit(daily(line(14, 35, 10)), 250, NOW))).toEqual([8, 8, 8]);
  });

  test('with noise has an interval around that', () => {
    const noise = [9, -7, 4, -11, 6, -1];
    const [from = 0, at = 0, to = 0] =
      inDays(forecastLimit(daily(line(14, 35, 10, noise)), 250, NOW)) ?? [];
    expect(at).toBeCloseTo(8, 0);
    expect(from).toBeLessThan(at);
    expect(to).toBeGreaterThan(at);
    expect(to - from).toBeLessThan(5);
  });
});

test.each([
  ['too few points', line(9, 35, 10), 250],
  ['none', [], 250],
  ['a constant value', line(14, 100, 0), 250],
  ['a value that falls', line(14, 200, -10), 250],
  ['noise without a line', line(14, 100, 1, [60, -60, 20, -40]), 250],
  ['one step', [...line(12, 50, 0), 200, 200], 250],
  ['a limit that is passed already', line(14, 200, 10), 250],
  ['a limit further ahead than was looked back', line(14, 35, 1), 250],
])('says nothing for %s', (_, values, limit) => {
  expect(forecastLimit(daily(values), limit, NOW)).toBeUndefined();
});

const SLOT_MS = 4 * 60 * 60 * 1000;
const NONE = { up: 0, late: 0, down: 0, notMeasured: SLOT_MS, minMs: null, maxMs: null };
/** 30 days of slots, with the latency of each by how many days ago it began. */
function history(latencyOf: (daysAgo: number, index: number) => number | null): PlatformHistory {
  const from = NOW - 180 * SLOT_MS;
  const slots = Array.from({ length: 180 }, (_, index) => {
    const daysAgo = (180 - index) / 6;
    return { ...NONE, latencyMs: latencyOf(daysAgo, index) };
  });
  return { from, to: NOW, slotMs: SLOT_MS, slots, absences: [] };
}

describe('the latency of a platform', () => {
  const growing = (daysAgo: number, index: number) => 170 - daysAgo * 10 + (index % 6) * 2;

  test('is forecast from the medians of the last 14 days', () => {
    expect(dailyMedians(history(growing))).toHaveLength(14);
    expect(latencyForecast(history(growing), 250)).toMatch(
      /^Over 250 ms in about [789] days(?: \(\d to \d\d?\))?, if it goes on like the last 14 days$/,
    );
  });

  test('is not forecast from half of the days, nor from days of which little was answered', () => {
    const short = history((days, index) => (days > 7 ? null : growing(days, index)));
    const thin = history((days, index) => (index % 6 < 4 ? null : growing(days, index)));
    expect(dailyMedians(thin)).toEqual([]);
    for (const one of [short, thin]) expect(latencyForecast(one, 250)).toBeUndefined();
  });
});
