import { describe, expect, test } from 'vitest';
import { epochIn, inputTextIn } from '../../src/domain/zoned-time.ts';

describe('a time of day in a named zone', () => {
  test.each([
    ['Europe/Berlin', '2026-11-23T14:00', '2026-11-23T13:00:00Z'],
    ['Europe/Berlin', '2026-07-01T14:00', '2026-07-01T12:00:00Z'],
    ['America/St_Johns', '2026-11-23T14:00', '2026-11-23T17:30:00Z'],
    ['Pacific/Auckland', '2026-11-24T00:30', '2026-11-23T11:30:00Z'],
    ['UTC', '2026-11-23T14:00', '2026-11-23T14:00:00Z'],
    // The night in which the clock goes back, before and after.
    ['Europe/Berlin', '2026-10-25T01:30', '2026-10-24T23:30:00Z'],
    ['Europe/Berlin', '2026-10-25T03:30', '2026-10-25T02:30:00Z'],
  ])('in %s %s is %s', (zone, text, moment) => {
    expect(epochIn(zone, text)).toBe(Date.parse(moment));
    expect(inputTextIn(zone, Date.parse(moment))).toBe(text);
  });

  test('what is no time is none', () => {
    expect(epochIn('UTC', '')).toBeUndefined();
    expect(epochIn('UTC', 'noon')).toBeUndefined();
  });
});
