import { describe, expect, test } from 'vitest';
import { PUSH_CHANNEL } from '../../contract/channels.ts';
import { MINUTE_MS } from '../../contract/limits.ts';
import type { Rule } from '../../contract/shapes/alert.ts';
import { endOfHours } from '../base/daily-hours.ts';
import { type DueState, findDue } from './due.ts';
import type { AlertableIncident, Decision } from './rows/decisions.ts';

const START = Date.UTC(2026, 10, 23, 12);

const rule = (changes: Partial<Rule> = {}): Rule => ({
  id: 1,
  name: 'A rule',
  enabled: true,
  platforms: [],
  status: 'error',
  afterSec: 0,
  repeatMin: null,
  recovered: true,
  quiet: null,
  channels: [PUSH_CHANNEL],
  ...changes,
});

const incident = (changes: Partial<AlertableIncident> = {}): AlertableIncident => ({
  id: 12,
  kind: 'platform',
  platform: 'archive',
  platforms: ['archive'],
  openedBy: null,
  status: 'error',
  startedAt: START,
  endedAt: null,
  cause: null,
  planned: false,
  drill: false,
  acknowledgedBy: null,
  scope: null,
  seen: false,
  ...changes,
});

const decided = (step: string, at = START, changes: Partial<Decision> = {}): Decision => ({
  ...{ incident: 12, channel: PUSH_CHANNEL, platform: 'archive', drill: false },
  step,
  at,
  ...changes,
});

/** What is due at so many minutes after the incident began. */
function due(minutes: number, state: Partial<DueState> = {}) {
  const found = findDue({
    rules: [rule()],
    channels: new Map([[PUSH_CHANNEL, { name: 'Web push', acknowledges: false }]]),
    incidents: [incident()],
    decisions: [],
    outcomes: [],
    inMaintenance: new Set(),
    causes: new Map(),
    now: START + minutes * MINUTE_MS,
    ...state,
  });
  const nextMin = (found.nextAt - START) / MINUTE_MS;
  return { steps: found.due.map(({ channel, step }) => `${channel} ${step}`), nextMin };
}

describe('an open incident', () => {
  test('is sent at once, and once', () => {
    expect(due(0).steps).toEqual(['push down']);
    expect(due(5, { decisions: [decided('down')] }).steps).toEqual([]);
  });

  test('is alerted once by two rules for one channel', () => {
    expect(due(0, { rules: [rule(), rule()] }).steps).toEqual(['push down']);
  });

  test('is alerted when it is open for as long as the rule says', () => {
    const rules = [rule({ afterSec: 300 })];
    expect(due(4, { rules })).toEqual({ steps: [], nextMin: 5 });
    expect(due(5, { rules }).steps).toEqual(['push down']);
  });

  test('of other platforms, of less, of a rule or channel that is off is not alerted', () => {
    expect(due(0, { rules: [rule({ platforms: ['forge'] })] }).steps).toEqual([]);
    expect(due(0, { rules: [rule({ platforms: ['archive'] })] }).steps).toEqual(['push down']);
    expect(due(0, { rules: [rule({ enabled: false })] }).steps).toEqual([]);
    expect(due(0, { channels: new Map() }).steps).toEqual([]);
    expect(due(0, { incidents: [incident({ status: 'warning' })] }).steps).toEqual([]);
  });

  test('of a domain is one of the rules about certificates', () => {
    const rules = [rule({ about: 'certificate' }), rule({ about: 'person' })];
    expect(due(0, { rules, incidents: [incident({ kind: 'domain' })] }).steps).toEqual([
      'push down',
    ]);
    expect(due(0, { rules }).steps).toEqual([]);
  });

  test('that grows worse is alerted again', () => {
    const rules = [rule({ status: 'warning' })];
    const late = { rules, incidents: [incident({ status: 'warning' })] };
    expect(due(0, late).steps).toEqual(['push late']);
    expect(due(1, { rules, decisions: [decided('late')] }).steps).toEqual(['push down']);
  });

  test('is repeated until somebody is on it, and again when they are not', () => {
    const rules = [rule({ repeatMin: 30 })];
    const decisions = [decided('down'), decided('repeat:1', START + 30 * MINUTE_MS)];
    expect(due(59, { rules, decisions })).toEqual({ steps: [], nextMin: 60 });
    expect(due(60, { rules, decisions }).steps).toEqual(['push repeat:2']);
    const incidents = [incident({ acknowledgedBy: 'ada' })];
    expect(due(60, { rules, decisions, incidents }).steps).toEqual([]);
  });

  test('after a long time off is repeated once, not as often as it was missed', () => {
    const rules = [rule({ repeatMin: 1 })];
    expect(due(600, { rules, decisions: [decided('down')] }).steps).toEqual(['push repeat:1']);
  });

  test('that began, or was alerted, before the clock was set back is not waited for', () => {
    const ahead = START + 60 * MINUTE_MS;
    const rules = [rule({ afterSec: 300, repeatMin: 30 })];
    expect(due(0, { rules, incidents: [incident({ startedAt: ahead })] }).steps).toEqual([
      'push down',
    ]);
    const decisions = [decided('down', ahead)];
    expect(due(0, { rules, decisions }).steps).toEqual(['push repeat:1']);
    decisions.push(decided('repeat:1'));
    expect(due(0, { rules, decisions })).toEqual({ steps: [], nextMin: 30 });
    // The clock of another instance may be a little ahead.
    const incidents = [incident({ startedAt: START + MINUTE_MS / 2 })];
    expect(due(0, { rules, incidents })).toEqual({ steps: [], nextMin: 5.5 });
  });

  test('that somebody is on is not alerted', () => {
    expect(due(0, { incidents: [incident({ acknowledgedBy: 'ada' })] }).steps).toEqual([]);
  });

  test('that a person opened is alerted once though they are on it, but not once others are', () => {
    const rules = [rule({ about: 'person', repeatMin: 30 })];
    const opened = { kind: 'person', openedBy: 'ada', acknowledgedBy: 'ada' } as const;
    const of = (more: object) => ({ rules, incidents: [incident({ ...opened, ...more })] });
    expect(due(0, of({})).steps).toEqual(['push down']);
    expect(due(60, { ...of({}), decisions: [decided('down')] }).steps).toEqual([]);
    expect(due(0, of({ acknowledgedBy: 'bo' })).steps).toEqual([]);
  });

  test('of a host is about its platform, and silent in its maintenance', () => {
    const incidents = [incident({ kind: 'host', platform: '', scope: 'host' })];
    const rules = [rule({ about: 'host', platforms: ['archive'] })];
    expect(due(0, { incidents, rules }).steps).toEqual(['push down']);
    const inMaintenance = new Set(['archive']);
    expect(due(0, { incidents, rules, inMaintenance }).steps).toEqual([]);
    expect(due(0, { incidents }).steps).toEqual([]);
  });

  test('in maintenance is not alerted before it is over', () => {
    expect(due(0, { incidents: [incident({ planned: true })] }).steps).toEqual([]);
    const rules = [rule({ repeatMin: 1 })];
    const inMaintenance = new Set(['archive']);
    expect(due(9, { rules, inMaintenance, decisions: [decided('down')] }).steps).toEqual([]);
    expect(due(9, { inMaintenance: new Set(['forge']) }).steps).toEqual(['push down']);
  });

  test('is acknowledged where alerts are kept, once', () => {
    const channels = new Map([['pager', { name: 'Pager', acknowledges: true }]]);
    const rules = [rule({ channels: ['pager'] })];
    const incidents = [incident({ acknowledgedBy: 'ada' })];
    const decisions = [decided('down', START, { channel: 'pager' })];
    const state = { channels, rules, incidents };
    expect(due(1, state).steps).toEqual([]);
    expect(due(1, { ...state, decisions }).steps).toEqual(['pager acknowledged']);
    const both = [...decisions, decided('acknowledged', START, { channel: 'pager' })];
    expect(due(1, { ...state, decisions: both }).steps).toEqual([]);
  });
});

describe('an ended incident', () => {
  const incidents = [incident({ endedAt: START + MINUTE_MS })];

  test('is alerted to channels that were alerted of it, once', () => {
    expect(due(2, { incidents }).steps).toEqual([]);
    expect(due(2, { incidents, decisions: [decided('down')] }).steps).toEqual(['push recovered']);
    const decisions = [decided('down'), decided('recovered')];
    expect(due(2, { incidents, decisions }).steps).toEqual([]);
  });

  test('is not alerted when the rule does not want it', () => {
    const rules = [rule({ recovered: false })];
    expect(due(2, { incidents, rules, decisions: [decided('down')] }).steps).toEqual([]);
  });
});

test('a drill that was deleted is over, which is alerted once', () => {
  const drill = { drill: true };
  const decisions = [decided('down', START, drill)];
  expect(due(2, { incidents: [], decisions }).steps).toEqual(['push recovered']);
  const over = [...decisions, decided('recovered', START, drill)];
  expect(due(2, { incidents: [], decisions: over }).steps).toEqual([]);
  expect(due(2, { incidents: [], decisions: [decided('down')] }).steps).toEqual([]);
});

describe('quiet hours', () => {
  const quiet = { from: '22:00', to: '06:00', timeZone: 'Europe/Berlin' };
  const at = (text: string) => Date.parse(text);

  test('hold alerts back until they end', () => {
    const now = at('2026-11-23T23:00:00+01:00');
    const state = {
      rules: [rule({ quiet })],
      incidents: [incident({ startedAt: now })],
      now,
    };
    expect(due(0, state).steps).toEqual([]);
    expect(findDueAt(state)).toBe(at('2026-11-24T06:00:00+01:00'));
    const morning = at('2026-11-24T06:00:00+01:00');
    expect(due(0, { ...state, now: morning }).steps).toEqual(['push down']);
  });

  const findDueAt = (state: Partial<DueState>) => START + due(0, state).nextMin * MINUTE_MS;

  test('do not hold back what another rule lets through', () => {
    const now = at('2026-11-23T23:00:00+01:00');
    expect(due(0, { rules: [rule({ quiet }), rule()], now }).steps).toEqual(['push down']);
  });

  test.each([
    ['2026-11-23T21:59:59+01:00', null],
    ['2026-11-23T22:00:00+01:00', '2026-11-24T06:00:00+01:00'],
    ['2026-11-24T05:59:59+01:00', '2026-11-24T06:00:00+01:00'],
    ['2026-11-24T06:00:00+01:00', null],
    // The night is an hour shorter, or longer: its end is that of the clock.
    ['2026-03-28T23:00:00+01:00', '2026-03-29T06:00:00+02:00'],
    ['2026-10-24T23:00:00+02:00', '2026-10-25T06:00:00+01:00'],
    ['2026-10-25T02:30:00+01:00', '2026-10-25T06:00:00+01:00'],
  ])('over midnight at %s end at %s', (now, end) => {
    expect(endOfHours(quiet, at(now))).toBe(end === null ? null : at(end));
  });

  test.each([
    ['2026-11-23T11:59:00Z', null],
    ['2026-11-23T12:00:00Z', '2026-11-23T13:30:00Z'],
    ['2026-11-23T13:30:00Z', null],
  ])('within a day at %s end at %s', (now, end) => {
    const noon = { from: '12:00', to: '13:30', timeZone: 'UTC' };
    expect(endOfHours(noon, at(now))).toBe(end === null ? null : at(end));
  });

  test.each([
    // The clocks leave 2:00 to 3:00 out.
    ['01:00', '02:30', '2026-03-29T01:30:00+01:00', '2026-03-29T03:00:00+02:00'],
    ['01:00', '02:30', '2026-03-29T03:00:00+02:00', null],
    ['02:30', '03:15', '2026-03-29T03:00:00+02:00', '2026-03-29T03:15:00+02:00'],
    ['02:15', '02:45', '2026-03-29T03:20:00+02:00', null],
    // They show 2:00 to 3:00 twice: from the first to the last time that they show it.
    ['23:00', '02:30', '2026-10-25T02:10:00+01:00', '2026-10-25T02:30:00+01:00'],
    ['02:00', '02:30', '2026-10-25T02:10:00+02:00', '2026-10-25T02:30:00+01:00'],
    ['02:30', '06:00', '2026-10-25T02:30:00+02:00', '2026-10-25T06:00:00+01:00'],
    ['23:00', '02:30', '2026-10-25T02:30:00+01:00', null],
  ])('from %s to %s at %s, as the clocks are changed, end at %s', (from, to, now, end) => {
    const changed = { from, to, timeZone: 'Europe/Berlin' };
    expect(endOfHours(changed, at(now))).toBe(end === null ? null : at(end));
  });
});
