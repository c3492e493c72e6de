import { describe, expect, onTestFinished, test } from 'vitest';
import { HOUR_MS } from '../../contract/limits.ts';
import {
  activityTime,
  ageText,
  durationText,
  latencyText,
  sizeText,
  uptimeText,
} from '../../src/domain/format.ts';
import { momentOf, momentText, timeText, zoneText } from '../../src/domain/moment.ts';
import { tableSearch } from '../../src/domain/table-search.ts';

const AT = Date.parse('2026-11-20T12:00:00Z');

test.each([
  [0, '0 Bytes'],
  [512, '512 Bytes'],
  [1023, '1023 Bytes'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [1_237_000, '1.18 MB'],
  [5 * 1024 ** 2, '5 MB'],
  [1024 ** 3, '1 GB'],
  [2048 * 1024 ** 3, '2048 GB'],
  [Number.NaN, '0 Bytes'],
  [-1, '0 Bytes'],
])('a size of %d bytes reads %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});

test.each([
  [null, '—'],
  [0.4, '<1 ms'],
  [0, '0 ms'],
  [41.4, '41 ms'],
])('a latency of %s reads %s', (latency, text) => {
  expect(latencyText(latency)).toBe(text);
});

test.each([
  [0, '0 s'],
  [59_400, '59 s'],
  [90_000, '1 min'],
  [2 * HOUR_MS, '2 h'],
  [2.7 * HOUR_MS, '2 h 42 min'],
  [52.5 * HOUR_MS, '2 d 4 h'],
  [96 * HOUR_MS, '4 d'],
  [-1, '0 s'],
])('a duration of %d ms reads %s', (ms, text) => {
  expect(durationText(ms)).toBe(text);
});

test.each([
  [0, '0 h 0 min'],
  [59, '0 h 0 min'],
  [3600, '1 h 0 min'],
  [7500, '2 h 5 min'],
  [90 * 86_400 + 60, '2160 h 1 min'],
  [-1, 'Unknown'],
  [Number.NaN, 'Unknown'],
])('an uptime of %d seconds reads %s', (seconds, text) => {
  expect(uptimeText(seconds)).toBe(text);
});

test.each([
  [0, 'now'],
  [1_999, 'now'],
  [2_000, '2 s ago'],
  [59_999, '59 s ago'],
  [60_000, '1 min ago'],
  [3_599_999, '59 min ago'],
  [3_600_000, '1 h ago'],
  [86_399_999, '23 h ago'],
  [86_400_000, '1 d ago'],
  [-5_000, 'now'],
])('an age of %i ms reads %s', (ms, text) => {
  expect(ageText(AT, AT + ms)).toBe(text);
});

describe('the time of an activity row', () => {
  const timeAfter = (ms: number) => activityTime(new Date(AT - ms).toISOString(), AT);

  test.each([
    [0, 'Just now'],
    [59_999, 'Just now'],
    // A little skew puts a row into the future.
    [-5000, 'Just now'],
    [60_000, '1 min ago'],
    [3_599_999, '59 min ago'],
    [3_600_000, '1 h ago'],
    [50 * HOUR_MS, '50 h ago'],
  ])('after %i ms is %s', (ms, text) => {
    expect(timeAfter(ms)).toBe(text);
  });

  test('is the text itself when that is no time', () => {
    expect(activityTime('yesterday-ish', AT)).toBe('yesterday-ish');
  });
});

test.each([
  ['2026-11-20T12:00:00Z', AT],
  [AT, AT],
  [AT / 1000, AT],
  ['soon', undefined],
  ['', undefined],
  [null, undefined],
  [undefined, undefined],
])('%s is the moment %s', (value, at) => {
  expect(momentOf(value)).toBe(at);
});

test('a moment has a text, and no time has one of its own', () => {
  expect(momentText(undefined)).toBe('—');
  expect(momentText(AT)).toContain('2026');
  expect(timeText(AT)).toMatch(/^\d\d:00$/);
  expect(momentText(AT)).toContain(timeText(AT));
});

test('times follow the zone of a device that travels, without a reload', () => {
  const before = process.env.TZ;
  onTestFinished(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });
  process.env.TZ = 'Europe/Berlin';
  expect([timeText(AT), zoneText(AT)]).toEqual(['13:00', 'Europe/Berlin, GMT+1']);
  process.env.TZ = 'Asia/Tokyo';
  expect([timeText(AT), zoneText(AT)]).toEqual(['21:00', 'Asia/Tokyo, GMT+9']);
});

test.each([8.64e15, -8.64e15, 1e300, Number.POSITIVE_INFINITY, Number.NaN])(
  'what %d names is no time, and throws nowhere',
  (at) => {
    expect(momentOf(at)).toBeUndefined();
    expect(momentText(at)).toBe('—');
    expect(timeText(at)).toBe('—');
    expect(tableSearch({}).parse({ time: 'custom', from: at, to: at })).toMatchObject({
      from: undefined,
      to: undefined,
    });
  },
);
