import { expect, test } from 'vitest';
import { filterOf, type LogSearch, logSearch, matchesLog } from '../../src/domain/log-search.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const at = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();

const ROWS = [
  { id: 4, message: 'ada signed up', severity: 'primary', createdAt: at(1) },
  {
    id: 3,
    message: 'Archive is down: no answer',
    severity: 'error',
    createdAt: at(5),
    platform: 'archive',
  },
  { id: 2, message: 'alpha.zip passed validation', severity: 'success', createdAt: at(70) },
  { id: 1, message: 'archive is back', severity: 'success', createdAt: at(3000), platform: null },
];

const idsOf = (search: LogSearch) =>
  ROWS.filter((row) => matchesLog(row, filterOf(search, NOW))).map(({ id }) => id);

test.each<[string, LogSearch, number[]]>([
  ['nothing keeps all, in order', {}, [4, 3, 2, 1]],
  ['text, in any case', { q: ' ARCHIVE ' }, [3, 1]],
  ['one severity', { severity: 'success' }, [2, 1]],
  ['problems', { severity: 'warning,error' }, [3]],
  ['info, which is whatever has no severity of its own', { severity: 'info' }, [4]],
  ['a platform', { platform: 'archive' }, [3]],
  ['a time', { time: '1h' }, [4, 3]],
  ['from and to', { time: 'custom', from: NOW - 4_500_000, to: NOW - 120_000 }, [3, 2]],
  ['all together', { q: 'a', severity: 'success', time: '24h' }, [2]],
])('looks for %s', (_, search, ids) => {
  expect(idsOf(search)).toEqual(ids);
});

test('a server that does not say what a row is about is searched by the platform’s name', () => {
  const row = {
    id: 1,
    message: 'Archive (archive.mesh.example) is down',
    severity: 'error',
    createdAt: at(1),
  };
  expect(matchesLog(row, filterOf({ platform: 'archive' }, NOW))).toBe(true);
  expect(matchesLog(row, filterOf({ platform: 'forge' }, NOW))).toBe(false);
});

test('an address says what is looked for; what is none of it is left out', () => {
  const address = { q: 12, severity: 'loud', platform: '', time: '7d', from: 'x', row: 5 };
  expect(logSearch.parse(address)).toEqual({ q: '12', time: '7d', row: 5 });
});
