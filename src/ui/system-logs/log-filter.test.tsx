import { expect, test } from 'vitest';
import { filterLogs } from './log-filter.ts';

const ROWS = [
  { id: 3, message: 'Archive does not answer', severity: 'error', createdAt: '' },
  { id: 2, message: 'Bundle alpha.zip validated', severity: 'success', createdAt: '' },
  { id: 1, message: 'archive is back', severity: 'success', createdAt: '' },
];

const idsOf = (text: string, severity: string) =>
  filterLogs(ROWS, { text, severity }).map(({ id }) => id);

test('text is looked for whatever its case', () => {
  expect(idsOf(' ARCHIVE ', '')).toEqual([3, 1]);
});

test('severity narrows further', () => {
  expect(idsOf('archive', 'success')).toEqual([1]);
});

test('an empty filter keeps all, in order', () => {
  expect(idsOf('', '')).toEqual([3, 2, 1]);
});
