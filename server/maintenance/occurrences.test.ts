import * as fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, WEEK_MS } from '../../contract/limits.ts';
import { includes, occurrenceAt, occurrenceBefore } from './occurrences.ts';

const berlin = (text: string) => DateTime.fromISO(text, { zone: 'Europe/Berlin' }).toMillis();
const weekly = (from: string, to: string, changed: [string, string] | null = null) => ({
  startsAt: berlin(from),
  endsAt: berlin(to),
  repeat: 'weekly',
  timeZone: 'Europe/Berlin',
  changed: changed && { startsAt: berlin(changed[0]), endsAt: berlin(changed[1]) },
});

describe('an occurrence', () => {
  test('is the present one, else the next', () => {
    const window = weekly('2026-11-23T14:00', '2026-11-23T16:00');
    const first = { startsAt: berlin('2026-11-23T14:00'), endsAt: berlin('2026-11-23T16:00') };
    const second = { startsAt: berlin('2026-11-30T14:00'), endsAt: berlin('2026-11-30T16:00') };
    expect(occurrenceAt(window, berlin('2026-11-20T00:00'))).toEqual(first);
    expect(occurrenceAt(window, berlin('2026-11-23T15:59'))).toEqual(first);
    expect(occurrenceAt(window, berlin('2026-11-23T16:00'))).toEqual(second);
    expect(occurrenceBefore(window, berlin('2026-11-23T15:59'))).toBeUndefined();
    expect(occurrenceBefore(window, berlin('2026-12-07T13:00'))).toEqual(second);
    const once = { ...window, repeat: 'none' };
    expect(occurrenceAt(once, berlin('2027-11-23T16:00'))).toEqual(first);
  });

  test('of a zone that this machine does not know is by UTC, and is found', () => {
    const window = { ...weekly('2026-11-23T14:00', '2026-11-23T16:00'), timeZone: 'Mars/Base' };
    const week = (n: number) => ({
      startsAt: window.startsAt + n * WEEK_MS,
      endsAt: window.endsAt + n * WEEK_MS,
    });
    expect(occurrenceAt(window, window.endsAt)).toEqual(week(1));
    expect(occurrenceBefore(window, week(2).startsAt)).toEqual(week(1));
  });

  test('has the other end that was given to it alone', () => {
    const window = weekly('2026-11-23T14:00', '2026-11-23T16:00', [
      '2026-11-30T14:00',
      '2026-11-30T14:30',
    ]);
    const at = berlin('2026-11-30T14:10');
    expect(occurrenceAt(window, at).endsAt).toBe(berlin('2026-11-30T14:30'));
    expect(occurrenceAt(window, berlin('2026-11-30T14:30')).startsAt).toBe(
      berlin('2026-12-07T14:00'),
    );
    expect(occurrenceAt(window, berlin('2026-12-07T14:10')).endsAt).toBe(
      berlin('2026-12-07T16:00'),
    );
  });

  test('at a time that a change of clocks leaves out is moved, and never empty', () => {
    const window = weekly('2026-03-22T02:30', '2026-03-22T03:10');
    const { startsAt, endsAt } = occurrenceAt(window, berlin('2026-03-28T00:00'));
    expect(startsAt).toBe(berlin('2026-03-29T03:30'));
    expect(endsAt - startsAt).toBe(40 * 60 * 1000);
  });

  test('keeps its time of the week over every change of clocks, and they never overlap', () => {
    const zones = [
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kolkata',
      'UTC',
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2027, 0, 1) }),
        fc.integer({ min: 1, max: WEEK_MS }),
        fc.integer({ min: 0, max: 3 * 366 * DAY_MS }),
        (timeZone, startsAt, lengthMs, laterMs) => {
          const endsAt = startsAt + lengthMs;
          const window = { startsAt, endsAt, repeat: 'weekly', timeZone, changed: null };
          const at = startsAt + laterMs;
          const occurrence = occurrenceAt(window, at);
          const before = occurrenceBefore(window, at);
          expect(occurrence.endsAt).toBeGreaterThan(at);
          expect(occurrence.endsAt).toBeGreaterThan(occurrence.startsAt);
          if (before !== undefined) {
            expect(before.endsAt).toBeLessThanOrEqual(at);
            // A last hour that exists twice may reach into the next occurrence.
            expect(before.endsAt - occurrence.startsAt).toBeLessThanOrEqual(HOUR_MS);
            expect(occurrence.startsAt - before.startsAt).toBeLessThanOrEqual(
              WEEK_MS + 2 * HOUR_MS,
            );
          }
          const [first, now] = [startsAt, occurrence.startsAt].map((ms) =>
            DateTime.fromMillis(ms, { zone: timeZone }),
          );
          const wall = first?.set({ year: now?.year, month: now?.month, day: now?.day });
          // Where that time of day does not exist, luxon moves it just as well.
          expect(now?.toFormat('HH:mm:ss.SSS')).toBe(wall?.toFormat('HH:mm:ss.SSS'));
          expect(now?.weekday).toBe(first?.weekday);
          expect(includes(occurrence, at)).toBe(occurrence.startsAt <= at);
        },
      ),
      { numRuns: 500 },
    );
  });
});
