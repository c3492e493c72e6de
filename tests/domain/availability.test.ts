import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../contract/limits.ts';
import {
  availabilityShare,
  availabilityText,
  firstSlot,
  shareText,
  timesText,
  totalTimes,
} from '../../src/domain/availability.ts';

const slot = (more: object) => ({
  up: 0,
  late: 0,
  down: 0,
  notMeasured: 0,
  latencyMs: null,
  ...more,
});

test('ignores time that was not measured, and maintenance', () => {
  const times = totalTimes([
    slot({ up: 900, down: 100 }),
    slot({ notMeasured: 5000, planned: 70 }),
  ]);
  expect(times).toEqual({ up: 900, late: 0, down: 100, planned: 70, notMeasured: 5000 });
  expect(availabilityShare(times)).toBe(0.9);
});

test('counts a slow platform as available, and one that was never measured not at all', () => {
  expect(availabilityShare(slot({ up: 1, late: 1 }))).toBe(1);
  expect(availabilityShare(slot({ notMeasured: 1 }))).toBeUndefined();
});

test.each([
  [1, '100%'],
  [0.99999, '99.9%'],
  [0.981, '98.1%'],
  [0.5, '50%'],
  [0, '0%'],
  [undefined, '—'],
])('a share of %s reads %s: it is never rounded up', (share, text) => {
  expect(shareText(share)).toBe(text);
});

test('lists times with the worst state first', () => {
  expect(timesText(slot({ up: 3_480_000, down: 120_000, notMeasured: 8000 }))).toBe(
    'down 2 min, up 58 min, not measured 8 s',
  );
  expect(timesText(slot({ up: 3_480_000, planned: 120_000 }))).toBe(
    'up 58 min, down in maintenance or because of others 2 min',
  );
});

test.each([
  ['100% of 12 min measured', { up: 12 * MINUTE_MS, notMeasured: 48 * MINUTE_MS }],
  ['100% of 1 h, 22% slow', { up: 46.5 * MINUTE_MS, late: 13.5 * MINUTE_MS }],
  ['100% of 1 h', { up: 60 * MINUTE_MS, late: 1000 }],
  ['90% of 10 min', { up: 9 * MINUTE_MS, down: MINUTE_MS, planned: MINUTE_MS }],
  ['—', { notMeasured: 60 * MINUTE_MS }],
])('says of how much a share is: %s', (text, times) => {
  expect(availabilityText(slot(times))).toBe(text);
});

test('begins at the first measurement of any row', () => {
  const row = (length: number, first: number) =>
    Array.from({ length }, (_, index) => slot(index < first ? { notMeasured: 9 } : { up: 9 }));
  expect(firstSlot(row(90, 40), row(90, 50), row(90, 90))).toBe(40);
  expect(firstSlot(row(90, 0))).toBe(0);
  expect(firstSlot(row(90, 90))).toBe(89);
  expect(firstSlot([])).toBe(0);
  expect(firstSlot()).toBe(0);
});
