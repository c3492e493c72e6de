import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** `tests/SPEC.md` names, for every line of the specification, tests that are really there. */
const text = readFileSync('tests/SPEC.md', 'utf8');
const rows = text
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split(' | '))
  .filter(([requirement]) => requirement !== '| requirement');

const testsOf = (cell: string) =>
  [...cell.matchAll(/`([^`]+ > [^`]+)`/g)].map(([, name = '']) => name);

/** @returns what of this name is not there: the file, or one of the titles in it */
function missingOf(name: string): string[] {
  const [file = '', ...titles] = name.split(' > ');
  if (!existsSync(file)) return [file];
  const source = readFileSync(file, 'utf8');
  const isThere = (title: string) =>
    ["'", '"', '`'].some((quote) => source.includes(quote + title + quote));
  return titles.filter((title) => !isThere(title)).map((title) => `${file}: ${title}`);
}

test('all nine sections of the specification are there', () => {
  const sections = [...text.matchAll(/^## (\d)\. /gm)].map(([, number]) => number);
  expect(sections).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
});

test('no requirement is without a test', () => {
  expect(rows.length).toBeGreaterThan(100);
  const without = rows.filter(([, cell = '']) => testsOf(cell).length === 0);
  expect(without).toEqual([]);
});

test('every test that is named is there', () => {
  const names = rows.flatMap(([, cell = '']) => testsOf(cell));
  expect(names.flatMap(missingOf)).toEqual([]);
});
