import { expect, test } from 'vitest';
import { overlaySearch } from '../../src/domain/overlay-search.ts';
import { proofSearch } from '../../src/features/proof/proof-search.ts';

test('what is open over a screen is read from the address', () => {
  expect(overlaySearch({ show: 'logs', q: 'archive', severity: 'error' })).toEqual({
    show: 'logs',
    bundle: undefined,
    q: 'archive',
    severity: 'error',
  });
});

test('a number in the address, as an id may be, is taken as its text', () => {
  expect(overlaySearch({ bundle: 12 }).bundle).toBe('12');
  expect(proofSearch({ challenge: 12 }).challenge).toBe('12');
});

test.each([{ show: 'everything' }, { show: ['logs'] }, { bundle: {} }, { q: '' }, { q: null }])(
  'foreign values are left out: %j',
  (search) => {
    expect(overlaySearch(search)).toEqual({});
  },
);
