import { expect, test } from 'vitest';
import { ACTIVITY } from '../../../contract/limits.ts';
import { foundBehind, foundNothing, joinLogs, takeOlder } from './older.ts';

const FILTER = { text: '', severity: '' };
const rowsOf = (newest: number, count: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: newest - i,
    message: '',
    severity: '',
    createdAt: '',
  }));
const page = (newest: number, count: number) =>
  ({ ok: true, data: rowsOf(newest, count) }) as const;
const idsOf = (rows: readonly { id: unknown }[]) => rows.map(({ id }) => id);

test('pages follow each other without a row missing or twice', () => {
  const known = rowsOf(2000, 100);
  const first = takeOlder(foundNothing(FILTER), known, page(1900, ACTIVITY.pageMax));
  expect(first.older).toBe('more');
  const second = takeOlder(first, joinLogs(known, first), page(1400, 1400));
  expect(idsOf(joinLogs(known, second))).toEqual(idsOf(rowsOf(2000, 2000)));
});

test('a short page is the last one, and so is one that a server without pages repeats', () => {
  const known = rowsOf(100, 100);
  const short = takeOlder(foundNothing(FILTER), rowsOf(100, 90), page(10, 10));
  expect([short.older, short.rows.length]).toEqual(['all', 10]);
  const repeated = takeOlder(foundNothing(FILTER), known, page(100, 100));
  expect([repeated.older, repeated.rows.length]).toEqual(['all', 0]);
});

test('new rows in front leave what was found behind where it is', () => {
  const known = rowsOf(100, 50);
  const found = takeOlder(foundNothing(FILTER), known, page(50, 50));
  const later = [...rowsOf(103, 3), ...known];
  expect(idsOf(joinLogs(later, foundBehind(later, FILTER, found)))).toEqual(
    idsOf(rowsOf(103, 103)),
  );
});

test('found rows go when another filter is set, or when they no longer join on', () => {
  const known = rowsOf(100, 50);
  const found = takeOlder(foundNothing(FILTER), known, page(50, 50));
  expect(foundBehind(known, { text: 'x', severity: '' }, found).rows).toEqual([]);
  expect(foundBehind(rowsOf(300, 50), FILTER, found).rows).toEqual([]);
});

test('a failure keeps what was found, and can be tried again', () => {
  const known = rowsOf(100, 50);
  const found = takeOlder(foundNothing(FILTER), known, page(50, 20));
  const failed = takeOlder(found, joinLogs(known, found), { ok: false });
  expect([failed.older, failed.rows.length]).toEqual(['failed', 20]);
});

test('no more rows are held than the console holds of its own', () => {
  let found = foundNothing(FILTER);
  const known = rowsOf(100_000, 100);
  for (let i = 0; i < 11; i += 1)
    found = takeOlder(found, joinLogs(known, found), page(99_900 - i * 500, 500));
  expect([found.older, found.rows.length]).toEqual(['full', ACTIVITY.ringMax]);
});
