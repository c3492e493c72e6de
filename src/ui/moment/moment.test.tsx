import { expect, test } from 'vitest';
import { momentOf, momentText } from './moment.ts';

const AT = Date.parse('2026-11-20T12:00:00Z');

test.each([
  ['2026-11-20T12:00:00Z', AT],
  [AT, AT],
  [AT / 1000, AT],
  ['soon', undefined],
  ['', undefined],
  [null, undefined],
  [undefined, undefined],
])('%s is the moment %s', (value, at) => {
  expect(momentOf(value)).toBe(at);
});

test('no time has a text of its own', () => {
  expect(momentText(undefined)).toBe('—');
  expect(momentText(AT)).toContain('2026');
});
