import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../../contract/limits.ts';
import type { AuditRow } from '../../../contract/shapes/audit.ts';
import { AUDIT_ROWS, auditRows } from '../../../tests/ui/audit-samples.ts';
import { NOW } from '../../../tests/ui/samples.ts';
import { type AuditSearch, auditSearch, filterOf, matchesAudit } from './audit-search.ts';
import { nextKnown } from './use-audit.ts';

test.each<[string, AuditSearch, number[]]>([
  ['one whole action', { action: 'sign-in.failed' }, [998]],
  [
    'all actions of a kind, but not of one whose name begins alike',
    { action: 'sign-in' },
    [998, 990],
  ],
  ['text in who did it, in any case', { q: ' GRACE ', action: 'identity' }, [997]],
  ['text in the target', { q: 'archive' }, [995]],
  ['text in the detail', { q: 'release robot' }, [996]],
  ['text in the address', { q: '2001:db8' }, [998]],
  [
    'a time, from inclusive, to exclusive',
    { time: 'custom', from: NOW - 9 * MINUTE_MS, to: NOW - 7 * MINUTE_MS },
    [992, 991],
  ],
  ['all together', { q: 'ada', action: 'sign-in', time: '1h' }, [998, 990]],
])('looks for %s', (_, search, ids) => {
  const found = AUDIT_ROWS.filter((row) => matchesAudit(row, filterOf(search, NOW)));
  expect(found.map(({ id }) => id)).toEqual(ids);
});

test('leaves out of an address what is none of its filters', () => {
  const address = { q: 12, action: 'teapot', time: '7d', from: 'x', row: 5 };
  expect(auditSearch.parse(address)).toEqual({ q: '12', time: '7d' });
});

test('keeps what it knew while nothing is missing, and reads anew when something is', () => {
  const log = auditRows(500);
  const ids = (from: number, to: number) => log.filter(({ id }) => id >= from && id <= to);
  const empty = { newest: [], known: [], since: undefined };
  const first = nextKnown(empty, ids(1, 100));
  expect(first.since).toBe(100);
  const joined = nextKnown(first, ids(51, 150));
  expect(joined.since).toBe(100);
  expect(joined.known).toEqual(ids(1, 150));
  const apart = nextKnown(joined, ids(301, 400));
  expect(apart.since).toBe(400);
  expect(apart.known).toEqual(ids(301, 400));
});

test('rows that are known do not grow for the life of a page, and a new start has no hole', () => {
  const [row] = auditRows(1);
  const ids = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, i) => ({ ...row, id: to - i }) as AuditRow);
  let known = nextKnown({ newest: [], known: [], since: undefined }, ids(1, 100));
  for (let last = 150; last < 10_000; last += 50) {
    known = nextKnown(known, ids(last - 99, last));
    expect(known.known.length).toBeLessThanOrEqual(2100);
  }
  expect(known.known.at(-1)?.id).toBeLessThanOrEqual(known.since ?? 0);
});
