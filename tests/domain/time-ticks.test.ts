import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/limits.ts';
import { timeTicks } from '../../src/domain/time-ticks.ts';

const texts = (from: number, to: number) => timeTicks(from, to).map(({ text }) => text);
/** By the reader's own clock, whatever zone the test runs in. */
const TO = new Date(2026, 10, 29, 17, 47).getTime();

test('an hour has quarters, a day four hours of six, weeks their days', () => {
  expect(texts(TO - HOUR_MS, TO)).toEqual(['17:00', '17:15', '17:30', '17:45']);
  expect(texts(TO - DAY_MS, TO)).toEqual(['18:00', '00:00', '06:00', '12:00']);
  expect(texts(TO - 7 * DAY_MS, TO).length).toBeGreaterThanOrEqual(3);
  expect(texts(TO - 90 * DAY_MS, TO).length).toBeGreaterThanOrEqual(3);
});

test('ticks stay where they are while time goes on, and have no end before their time', () => {
  for (const span of [HOUR_MS, DAY_MS, 7 * DAY_MS, 90 * DAY_MS]) {
    const before = timeTicks(TO - span, TO);
    const later = timeTicks(TO + MINUTE_MS - span, TO + MINUTE_MS);
    const common = later.filter(({ at }) => at < TO);
    expect(before).toEqual(expect.arrayContaining(common));
    expect(before.length).toBeLessThanOrEqual(5);
    for (const { at } of before) expect(at >= TO - span && at < TO).toBe(true);
  }
  expect(timeTicks(TO, TO)).toEqual([]);
});

test('what is no time has no ticks', () => {
  for (const from of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -9e15])
    expect(timeTicks(from, TO)).toEqual([]);
});
