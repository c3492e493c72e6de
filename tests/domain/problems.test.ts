import { expect, it } from 'vitest';
import { groupCounts, ownerCounts, problemCounts } from '../../src/domain/problem-counts.ts';
import { meshProblems, problemState, problemTitle } from '../../src/domain/problems.ts';
import { BY_PERSON, CUT_OFF, DRILL, INCIDENT, PLANNED, TAKEN } from '../ui/incident-samples.ts';
import { CONNECTIONS, NOW } from '../ui/samples.ts';

const found = (
  incidents: Parameters<typeof meshProblems>[0]['incidents'],
  connections = CONNECTIONS,
) => meshProblems({ connections, incidents, windows: [], now: NOW });
const titles = (...args: Parameters<typeof found>) =>
  found(...args).problems.map((one) => problemTitle(one));

it('finds what is down or slow without incidents, but not what is paused', () => {
  expect(titles(undefined)).toEqual(['Archive is down', 'Ledger is slow']);
  const paused = CONNECTIONS.map((one) => ({ ...one, paused: one.id === 'archive' }));
  expect(titles([], paused)).toEqual(['Ledger is slow']);
});

it('has one problem a platform, and what is planned apart', () => {
  const planned = { ...PLANNED, endedAt: null };
  const { problems, planned: apart } = found([TAKEN, BY_PERSON, DRILL, INCIDENT, CUT_OFF, planned]);
  expect(problems.map((one) => problemTitle(one))).toEqual([
    'Archive is down',
    'This node is cut off',
    'DRILL: Forge is down',
    'Ledger is slow',
    'Payments fail: Forge, Harbor',
  ]);
  expect(apart.map(({ name }) => name)).toEqual(['Harbor']);
});

it('counts the worst first, and groups by what is down', () => {
  const all = found([TAKEN, INCIDENT, { ...PLANNED, endedAt: null }]);
  expect(problemCounts(all).map(({ text }) => text)).toEqual([
    '1 down',
    '1 slow',
    '1 in maintenance',
  ]);
  expect(ownerCounts(all.problems)).toEqual({ nobody: 1, others: '1 taken' });
  const grouped = CONNECTIONS.map((one) => ({
    ...one,
    group: one.id === 'archive' ? 'West' : 'East',
  }));
  expect(groupCounts(all, grouped)).toEqual([
    { name: 'West', text: '1 down' },
    { name: 'East', text: '1 slow, 1 planned' },
  ]);
});

it('counts what people opened and what this node did apart', () => {
  const own = (id: number, scope: string) => ({
    ...BY_PERSON,
    ...{ id, openedBy: 'Meridian', scope, platforms: [] },
  });
  const counts = problemCounts(
    found([BY_PERSON, own(99, 'display'), own(98, 'chain'), own(97, 'chain')], []),
  );
  expect(counts.map(({ text }) => text)).toEqual(['1 by a person', '1 display', '2 alert chains']);
});

it('says of what a person opened that it is open, not that it is down', () => {
  expect(found([BY_PERSON, INCIDENT], []).problems.map(problemState)).toEqual(['down', 'open']);
});
