import { expect, test } from 'vitest';
import { foldActivity, isOfKind } from '../../src/domain/activity-fold.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

/** Rows, newest first, a second apart unless a message begins with a number of minutes: '30| message'. */
function rowsOf(...messages: string[]) {
  let at = NOW;
  return messages.map((text, index) => {
    const [, minutes, severity = 'success', message = ''] =
      /^(?:(\d+)\|)?(?:(\w+)!)?(.*)$/.exec(text) ?? [];
    at -= minutes === undefined ? 1000 : Number(minutes) * 60_000;
    return { id: index, message, severity, createdAt: new Date(at).toISOString() };
  });
}

const foldedTexts = (...messages: string[]) =>
  foldActivity(rowsOf(...messages)).map(({ message, rows }) => `${rows.length}: ${message}`);

test('groups uploads and their checks, also when they alternate', () => {
  expect(
    foldedTexts(
      'c.zip passed validation',
      'dana uploaded ZIP bundle c.zip',
      'b.zip passed validation',
      'dana uploaded ZIP bundle b.zip',
      'a.zip passed validation',
      'dana uploaded ZIP bundle a.zip',
    ),
  ).toEqual(['3: 3 bundles passed validation', '3: dana uploaded 3 bundles']);
});

test('does not group events of different people', () => {
  const by = (name: string) => ['a', 'b', 'c'].map((bundle) => `${name} uploaded ${bundle}.zip`);
  expect(foldedTexts(...by('dana'), ...by('ada'))).toEqual([
    '3: dana uploaded 3 bundles',
    '3: ada uploaded 3 bundles',
  ]);
});

test('a bundle or two keep their names', () => {
  expect(foldedTexts('dana uploaded b.zip', 'dana uploaded a.zip')).toHaveLength(2);
});

test('a problem is never folded into another one', () => {
  expect(
    foldedTexts('error!a.zip failed validation: bad', 'error!b.zip failed validation: bad'),
  ).toHaveLength(2);
});

test('equal neighbours are one, and what comes between keeps them apart', () => {
  expect(foldedTexts('error!Archive is down', 'error!Archive is down')).toEqual([
    '2: Archive is down',
  ]);
  expect(
    foldedTexts('error!Archive is down', 'success!Archive is up', 'error!Archive is down'),
  ).toHaveLength(3);
});

test('of many rows only as many are looked at as items are wanted', () => {
  const rows = rowsOf('Archive is up', 'Forge is up', 'Harbor is up', 'Relay is up');
  expect(foldActivity(rows, 2).map(({ message }) => message)).toEqual([
    'Archive is up',
    'Forge is up',
  ]);
});

test('events that lie far apart stay single', () => {
  expect(
    foldedTexts('dana uploaded a.zip', 'dana uploaded b.zip', '30|dana uploaded c.zip'),
  ).toHaveLength(3);
});

test.each([
  ['problems', 'error!Archive is down', true],
  ['problems', 'success!Archive is up', false],
  ['bundles', 'dana uploaded a.zip', true],
  ['bundles', 'ada signed up', false],
  ['platforms', 'Archive is up', true],
  ['platforms', 'a.zip reached 5 of 6 platforms. Archive did not answer', false],
  ['all', 'ada signed up', true],
] as const)('of the kind %s: %s', (kind, message, is) => {
  const [row] = rowsOf(message);
  expect(row && isOfKind(row, kind, ['Archive'])).toBe(is);
});

test('a row that names its platform is of it', () => {
  const [row] = rowsOf('It went');
  expect(row && isOfKind({ ...row, platform: 'archive' }, 'platforms', [])).toBe(true);
});
