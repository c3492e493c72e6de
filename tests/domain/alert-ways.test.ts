import { expect, test } from 'vitest';
import type { Channel, Delivery, Rule } from '../../contract/shapes/alert.ts';
import { isRotaUnreachable } from '../../src/domain/alert-reach.ts';
import { byWeight, mainRule, reachingOnDown, waysOf } from '../../src/domain/alert-ways.ts';

const NOW = 1_000_000;
const channel = (id: string, more: Partial<Channel> = {}): Channel => ({
  ...{ id, kind: 'webhook', name: id, enabled: true, target: id },
  ...{ lastDelivery: null, lastError: null, ...more },
});
const rule = (name: string, channels: string[], more: Partial<Rule> = {}): Rule => ({
  ...{ id: 1, name, enabled: true, platforms: [], status: 'error', afterSec: 0, channels },
  ...{ repeatMin: null, recovered: true, quiet: null, ...more },
});
const delivery = (at: number, error: string | null, more: Partial<Delivery> = {}): Delivery => ({
  ...{ id: at, channel: 'hook', title: 'Archive is down', incident: 1, attempts: 1, at, error },
  ...{ triedAt: at, state: error === null ? 'sent' : 'failed', ...more },
});

const CERTIFICATES = { about: 'certificate', status: 'warning' } as const;
const DOWN = rule('Down', ['hook']);

/** The state of one channel in a rule. */
function stateOf(one: Channel, deliveries: readonly Delivery[] = [], rules = [DOWN]) {
  const [way] = waysOf([one], rules, deliveries);
  return way && [way.state, way.isBroken];
}

test.each([
  ['was never tried', {}, [DOWN], ['untried', false]],
  ['is in no rule', {}, [], ['unused', true]],
  ['is in a rule that is off', {}, [{ ...DOWN, enabled: false }], ['unused', true]],
  ['is off and in a rule', { enabled: false }, [DOWN], ['off', true]],
  ['is off and in none', { enabled: false }, [], ['off', false]],
  ['has no device', { devices: 0 }, [DOWN], ['nobody', true]],
  ['has no device and no rule', { devices: 0 }, [], ['unused', false]],
] as const)('tells of a way that %s', (_, more, rules, state) => {
  expect(stateOf(channel('hook', more), [], [...rules])).toEqual(state);
});

test.each([
  ['failed last', [delivery(9, '503'), delivery(5, null)], ['failing', true]],
  ['failed before the last success', [delivery(9, null), delivery(5, '503')], ['works', false]],
  [
    'waits for another try',
    [delivery(9, '503', { state: 'waiting' }), delivery(5, null)],
    ['failing', true],
  ],
  [
    'reached another device of the same alert',
    [delivery(9, '410'), delivery(9, null, { id: 8, triedAt: 8 })],
    ['works', false],
  ],
  [
    'reached somebody of another incident at the same time',
    [delivery(9, '503'), delivery(9, null, { id: 8, triedAt: 8, incident: 2 })],
    ['failing', true],
  ],
] as const)('tells of a way that %s', (_, deliveries, state) => {
  expect(stateOf(channel('hook'), deliveries)).toEqual(state);
});

test('an error that the channel remembers is repaired by a later delivery', () => {
  const repaired = channel('hook', { lastError: { at: NOW, text: '503' } });
  expect(stateOf(repaired)).toEqual(['failing', true]);
  expect(stateOf(repaired, [delivery(NOW + 1, null)])).toEqual(['works', false]);
});

test('ways that reach nobody come first, each with its rules, the most important one first', () => {
  const rules = [
    rule('Certificates', ['mail', 'hook'], CERTIFICATES),
    rule('Down', ['hook'], { steps: [{ afterMin: 5, channels: ['duty', 'mail'] }] }),
  ];
  const mail = channel('mail', { lastDelivery: delivery(5, null, { channel: 'mail' }) });
  const ways = waysOf([mail, channel('push', { devices: 0 }), channel('hook')], rules, []);
  expect(ways.map(({ channel: { id }, state, rules: names }) => [id, state, names])).toEqual([
    ['duty', 'nobody', ['Down (step 2)']],
    ['push', 'unused', []],
    ['hook', 'untried', ['Down', 'Certificates']],
    ['mail', 'works', ['Down (step 2)', 'Certificates']],
  ]);
  expect(reachingOnDown(ways)).toBe(2);
});

test('a new way is put into the rule about all platforms that are down', () => {
  const some = rule('Archive', [], { platforms: ['archive'] });
  const late = rule('Late', [], { status: 'warning' });
  const rules = [rule('Certificates', [], CERTIFICATES), late, some, rule('Down', [])];
  expect(byWeight(rules).map(({ name }) => name)).toEqual([
    ...['Down', 'Archive', 'Late', 'Certificates'],
  ]);
  expect(mainRule(rules)?.name).toBe('Down');
  expect(mainRule(rules.slice(0, 1))).toBeUndefined();
});

test('nobody on the rota can be reached, unless somebody stands in of whom nothing is known', () => {
  const people = ['ada', 'bo'].map((name) => ({ name, devices: 0, gone: false }));
  const onDuty = { name: 'ada', at: NOW };
  expect(isRotaUnreachable({ people, onDuty })).toBe(true);
  expect(isRotaUnreachable({ people, onDuty: { ...onDuty, name: 'cy' } })).toBe(false);
  const some = people.with(1, { name: 'bo', devices: 1, gone: false });
  expect(isRotaUnreachable({ people: some, onDuty })).toBe(false);
});
