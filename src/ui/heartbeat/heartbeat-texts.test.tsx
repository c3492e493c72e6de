import { describe, expect, test } from 'vitest';
import { complianceWords } from './compliance-words.ts';
import { uptimeText } from './uptime-text.ts';

describe('uptime', () => {
  test.each([
    [0, '0h 0m'],
    [59, '0h 0m'],
    [3600, '1h 0m'],
    [7500, '2h 5m'],
    [90 * 86_400 + 60, '2160h 1m'],
    [-1, 'Unknown'],
    [Number.NaN, 'Unknown'],
  ])('of %d seconds is %s', (seconds, text) => {
    expect(uptimeText(seconds)).toBe(text);
  });
});

describe('compliance', () => {
  test.each([
    ['S11.1', ['S11.1']],
    [
      ['S11.1', 'Atom2'],
      ['S11.1', 'Atom2'],
    ],
    [true, ['Compliant']],
    [{ gdpr: true, level: 'S11.1' }, ['gdpr: Compliant', 'level: S11.1']],
    [null, []],
    ['', []],
    [undefined, []],
  ])('%j is said as %j', (compliance, words) => {
    expect(complianceWords(compliance)).toEqual(words);
  });
});
