import { expect, test } from 'vitest';
import { HOUR_MS } from '../../../contract/limits.ts';
import { platformHistory } from '../../../tests/ui/platform-samples.ts';
import { absenceText, clockOffsetText, daysOf } from './ranges.ts';

test('half days make days, and the last is as short as what is known of it', () => {
  const history = platformHistory('90d');
  const days = daysOf(history);
  expect(days.length).toBeGreaterThanOrEqual(90);
  expect(days.at(-1)?.to).toBe(history.to);
  for (const [index, day] of days.slice(1, -1).entries()) {
    expect(day.to - day.from).toBe(24 * HOUR_MS);
    expect(day.from).toBe(days[index]?.to);
  }
  const down = (all: readonly { down: number }[]) => all.reduce((sum, one) => sum + one.down, 0);
  expect(down(days.map(({ times }) => times))).toBe(down(history.slots));
});

test.each([
  [2100, '2.1 s ahead'],
  [-340, '340 ms behind'],
  [0.2, 'in step'],
  [-180_000, '3 min behind'],
])('a clock that is off by %i ms', (offset, text) => {
  expect(clockOffsetText(offset)).toBe(text);
});

test.each([
  ['off', /^This node was off, .* \(2 h\)$/],
  ['constructor', /^This node measured nothing, /],
])('an absence for the reason %s', (reason, text) => {
  const from = Date.parse('2026-11-20T08:00:00Z');
  expect(absenceText({ from, to: from + 2 * HOUR_MS, reason }, from + 9 * HOUR_MS)).toMatch(text);
});
