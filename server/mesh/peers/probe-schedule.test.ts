import { expect, test } from 'vitest';
import { createManualClock } from '../../../tests/server/manual-clock.ts';
import { createProbeSchedule } from './probe-schedule.ts';

const INTERVAL_MS = 10_000;
const START = 1_800_000_000_000;
const platform = (id: string, kind: 'web' | 'mesh' = 'web') => ({
  ...{ id, name: id, domain: `${id}.mesh.example`, kind },
});
const web = Array.from({ length: 300 }, (_, i) => platform(`web-${i}`));

/** @returns when each begins after the first probes, in an interval of a process that started at this time (epoch milliseconds) */
function placesAt(startedAt: number, platforms = web): Map<string, number> {
  const clock = createManualClock(startedAt);
  const thresholdsOf = () => ({ intervalSec: 10, lateMs: 250, timeoutMs: 1500, failures: 1 });
  const schedule = createProbeSchedule({
    registry: { probed: () => platforms },
    clock,
    thresholdsOf,
  });
  for (const one of schedule.due()) schedule.begin(one);
  const places = new Map<string, number>();
  for (
    let waitMs = schedule.nextInMs();
    places.size < platforms.length;
    waitMs = schedule.nextInMs()
  ) {
    clock.advance(Math.max(0, waitMs));
    for (const one of schedule.due()) {
      expect(places.has(one.id)).toBe(false);
      places.set(one.id, clock.now() % INTERVAL_MS);
      schedule.begin(one);
    }
  }
  return places;
}

test('probes begin spread over the interval', () => {
  const seconds = [...placesAt(START).values()].map((ms) => Math.floor(ms / 1000));
  const counts = Array.from({ length: 10 }, (_, s) => seconds.filter((one) => one === s).length);
  // 30 of each on average.
  expect(Math.max(...counts)).toBeLessThan(50);
  expect(Math.min(...counts)).toBeGreaterThan(15);
});

test('a platform has the same place in every process', () => {
  const [first, second] = [placesAt(START), placesAt(START + 123_456_789)];
  for (const [id, at] of first) expect(second.get(id)).toBeCloseTo(at, 1);
});

test('mesh nodes are probed together', () => {
  const places = placesAt(START + 4_000, [platform('forge', 'mesh'), platform('archive', 'mesh')]);
  expect([...places.values()]).toEqual([4_000, 4_000]);
});
