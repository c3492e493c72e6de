import { expect, test } from 'vitest';
import { uptimeNote } from './uptime.ts';

test.each([
  [6, '85.7% uptime'],
  [7, '100% uptime'],
  [0, '0% uptime'],
  [1, '14.3% uptime'],
  [9, '100% uptime'],
])('%d of seven is %s', (count, note) => {
  expect(uptimeNote(count)).toBe(note);
});
