import { expect, test } from 'vitest';
import { againstEmptyApp } from '../../bench/against-empty-app.ts';
import type { Kind } from '../../bench/slow-line-figures.ts';
import type { Visit } from '../../bench/slow-visit.ts';

const NOTHING: Visit = {
  fcp: 0,
  lcp: 0,
  known: 0,
  ready: 0,
  blocking: 0,
  blockingInAll: 0,
  shift: 0,
  requests: 0,
  bytes: {},
  heap: 0,
};
const visited = (kind: Kind, visit: Partial<Visit>) => ({ kind, visit: { ...NOTHING, ...visit } });
const ready = (kind: Kind, times: readonly number[]) =>
  times.map((ms) => visited(kind, { ready: ms }));

test('the median of the product stands over the median of the empty app', () => {
  const figures = againstEmptyApp([
    ...ready('dashboard', [9000, 2000, 3000]),
    ...ready('an empty app of the same stack', [1500, 100, 1600]),
  ]);
  expect(figures).toEqual([
    {
      name: 'Slow line, dashboard: ready against the empty app',
      unit: 'times',
      aim: 'at most 1.05',
      value: 2,
      runs: [2],
      note: '3.00 beside 1.50 s; the aim is 2.2 beside 2.1 s',
    },
  ]);
});

test('where the empty app was not measured with the aims, there is a ratio and no aim', () => {
  const figures = againstEmptyApp([
    visited('dashboard again', { blockingInAll: 80 }),
    visited('an empty app of the same stack, again', { blockingInAll: 40 }),
  ]);
  expect(figures).toMatchObject([{ value: 2, aim: 'to compare with' }]);
});

test('there is no ratio to an empty app that takes no time', () => {
  const figures = againstEmptyApp([
    visited('dashboard', { blockingInAll: 80 }),
    visited('an empty app of the same stack', { blockingInAll: 0 }),
  ]);
  expect(figures).toEqual([]);
});
