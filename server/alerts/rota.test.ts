import { describe, expect, test } from 'vitest';
import { orderAt, turnAfter, turnAt } from './rota.ts';
import type { StoredRota } from './rows/rota.ts';

const at = (text: string) => Date.parse(text);

/** From a Thursday on; handed over on Mondays. */
const rota = (changes: Partial<StoredRota> = {}): StoredRota => ({
  people: ['ada', 'bo', 'cy'],
  ...{ weekday: 1, time: '09:00', timeZone: 'Europe/Berlin' },
  since: at('2026-10-22T12:00:00+02:00'),
  swap: null,
  ...changes,
});

describe('a rota', () => {
  test.each([
    ['2026-10-22T12:00:00+02:00', 'ada', '2026-10-26T09:00:00+01:00'],
    // The clocks were changed in between: 9:00 stays 9:00.
    ['2026-10-26T08:59:59+01:00', 'ada', '2026-10-26T09:00:00+01:00'],
    ['2026-10-26T09:00:00+01:00', 'bo', '2026-11-02T09:00:00+01:00'],
    ['2026-11-08T23:00:00+01:00', 'cy', '2026-11-09T09:00:00+01:00'],
    ['2026-11-09T09:00:00+01:00', 'ada', '2026-11-16T09:00:00+01:00'],
    ['2027-03-29T08:59:59+02:00', 'bo', '2027-03-29T09:00:00+02:00'],
    ['2027-03-29T09:00:00+02:00', 'cy', '2027-04-05T09:00:00+02:00'],
  ])('at %s has %s on duty until %s', (now, name, until) => {
    expect(turnAt(rota(), at(now))).toEqual({ name, at: at(until) });
  });

  test.each([
    // Set up before the hour of its first handover is left out by the clocks.
    ['2027-03-24T11:00:00+01:00', 'ada', '2027-03-28T03:30:00+02:00'],
    ['2027-03-28T03:29:59+02:00', 'ada', '2027-03-28T03:30:00+02:00'],
    ['2027-03-28T03:30:00+02:00', 'bo', '2027-04-04T02:30:00+02:00'],
    ['2027-04-04T02:29:59+02:00', 'bo', '2027-04-04T02:30:00+02:00'],
    ['2027-04-04T02:40:00+02:00', 'cy', '2027-04-11T02:30:00+02:00'],
    ['2027-10-31T02:29:59+02:00', 'bo', '2027-10-31T02:30:00+02:00'],
    ['2027-10-31T02:30:00+02:00', 'cy', '2027-11-07T02:30:00+01:00'],
    ['2027-10-31T02:30:00+01:00', 'cy', '2027-11-07T02:30:00+01:00'],
    ['2028-03-26T03:30:00+02:00', 'cy', '2028-04-02T02:30:00+02:00'],
  ])(
    'in a night in which clocks are changed, at %s, has %s on duty until %s',
    (now, name, until) => {
      const since = at('2027-03-24T11:00:00+01:00');
      const night = rota({ weekday: 7, time: '02:30', since });
      expect(turnAt(night, at(now))).toEqual({ name, at: at(until) });
    },
  );

  test('says who is next', () => {
    const now = at('2026-11-01T12:00:00+01:00');
    expect(turnAfter(rota(), now)).toEqual({ name: 'cy', at: at('2026-11-02T09:00:00+01:00') });
    expect(turnAfter(rota({ people: ['ada'] }), now)).toBeUndefined();
    expect(turnAt(rota({ people: [] }), now)).toBeUndefined();
  });

  test('lets somebody stand in, and go on where they have the next turn', () => {
    const now = at('2026-11-01T12:00:00+01:00');
    const night = { name: 'cy', at: at('2026-11-01T20:00:00+01:00') };
    const swapped = rota({ swap: night });
    expect(turnAt(swapped, now)).toEqual(night);
    expect(turnAfter(swapped, now)).toEqual({ name: 'bo', at: night.at });
    expect(turnAt(swapped, night.at)?.name).toBe('bo');
    expect(orderAt(swapped, now)).toEqual(['cy', 'bo', 'ada']);
    const monday = at('2026-11-02T09:00:00+01:00');
    const untilHandover = rota({ swap: { name: 'cy', at: monday } });
    const after = { name: 'ada', at: at('2026-11-09T09:00:00+01:00') };
    expect(turnAfter(untilHandover, now)).toEqual(after);
  });
});
