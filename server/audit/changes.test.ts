import { expect, test } from 'vitest';
import { describeChanges } from './changes.ts';

test.each([
  [{ enabled: true }, { enabled: false }, 'enabled: yes → no'],
  [{ timeZone: 'UTC' }, { timeZone: 'Europe/Berlin' }, 'time zone: "UTC" → "Europe/Berlin"'],
  [
    { swap: null },
    { swap: { name: 'dana', at: Date.UTC(2026, 10, 29, 7, 22) } },
    'swap: nothing → (name "dana", at 2026-11-29 07:22 UTC)',
  ],
  [{ people: [] }, { people: ['ada', 'bob'] }, 'people: nothing → "ada", "bob"'],
  [undefined, { name: 'Night', headers: {}, at: 9e99 }, 'name: "Night", headers: (), at: 9e+99'],
  [undefined, { url: 'https://a.example/x?token=1' }, 'url: "https://a.example/x?…"'],
])('the change from %j to %j is said in words', (before, after, text) => {
  expect(describeChanges(before, after)).toBe(text);
});
