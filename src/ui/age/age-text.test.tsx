import { expect, test } from 'vitest';
import { ageText } from './age-text.ts';

const AT = Date.parse('2026-11-20T12:00:00Z');

test.each([
  [0, 'now'],
  [1_999, 'now'],
  [2_000, '2 s ago'],
  [59_999, '59 s ago'],
  [60_000, '1 min ago'],
  [3_599_999, '59 min ago'],
  [3_600_000, '1 h ago'],
  [86_399_999, '23 h ago'],
  [86_400_000, '1 d ago'],
  [-5_000, 'now'],
])('%i ms ago reads %s', (ms, text) => {
  expect(ageText(AT, AT + ms)).toBe(text);
});
