import { expect, test } from 'vitest';
import type { Disk } from '../../../contract/shapes/system.ts';
import { DISK } from '../../../tests/ui/samples.ts';
import { type DiagnosisInput, diagnose, findingsText } from './diagnose.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

const WELL: DiagnosisInput = {
  now: NOW,
  version: { own: 'one', server: 'one' },
  connection: {
    state: 'live',
    since: NOW - 60_000,
    lastMessageAt: NOW - 4000,
    liveMessageSeen: true,
  },
  skewMs: 12,
  restarts: { count: 0, lastReason: undefined },
  reads: [{ name: 'Stats', age: 'fresh', at: NOW - 1000, failure: undefined }],
  disk: undefined,
  platforms: [
    { name: 'Forge', status: 'connected' },
    { name: 'Harbor', status: 'connected' },
  ],
};

const bad = (facts: Partial<DiagnosisInput>) =>
  diagnose({ ...WELL, ...facts }).filter(({ result }) => result !== 'good');

test('a healthy console finds nothing', () => {
  expect(bad({})).toEqual([]);
});

test('a silent platform is the mesh, not this screen', () => {
  const found = bad({ platforms: [{ name: 'Archive', status: 'error' }] });
  expect(found).toEqual([
    {
      layer: 'The server to the platforms',
      result: 'bad',
      text: '0 of 1 reachable. Down: Archive.',
    },
  ]);
});

test('a lost connection is this screen, and nothing is claimed of what it cannot see', () => {
  const connection = {
    state: 'offline',
    since: NOW - 180_000,
    attempt: 3,
    nextTryAt: NOW,
    liveMessageSeen: false,
  } as DiagnosisInput['connection'];
  const found = bad({ connection, skewMs: undefined, platforms: undefined });
  expect(found.map(({ layer, result, text }) => [layer, result, text])).toEqual([
    ['This screen to the server', 'bad', 'No connection for 3 min.'],
    ['Clock of this device', 'unmeasured', 'Not measured yet.'],
    ['The server to the platforms', 'unmeasured', 'Unknown while disconnected.'],
  ]);
});

test('problems come first', () => {
  const findings = diagnose({ ...WELL, platforms: [{ name: 'Archive', status: 'error' }] });
  expect(findings[0]?.layer).toBe('The server to the platforms');
});

test('a clock is named from five seconds on, with its direction', () => {
  expect(bad({ skewMs: -5000 })).toEqual([]);
  expect(bad({ skewMs: -90_000 })[0]?.text).toBe('1 min ahead of the server.');
  expect(bad({ skewMs: 90_000 })[0]?.text).toBe('1 min behind the server.');
});

test('the disk of the server is forecast where its days support it', () => {
  const found = (disk: Disk) =>
    diagnose({ ...WELL, disk }).find(({ layer }) => layer === 'Disk of the server');
  const { days = [], ...plain } = { ...DISK, level: 'ok' as const };
  expect(found(plain)).toMatchObject({
    ...{ result: 'good', text: '6.5 GB of 40 GB free, of which 512 MB are reserved.' },
  });
  const warned = found({ ...plain, days });
  expect(warned?.result).toBe('warn');
  expect(warned?.text).toMatch(
    /The database takes 38.16 MB\. The disk reaches its reserve in about 6 days, if it goes on/,
  );
  expect(found({ ...plain, days: days.slice(-8) })?.result).toBe('good');
  expect(found(DISK)?.result).toBe('bad');
});

test('a page of another build than the server’s is named', () => {
  expect(bad({ version: { own: 'one', server: 'two' } })[0]?.text).toBe('one. The server has two.');
  expect(bad({ version: { own: 'one', server: undefined } })[0]?.result).toBe('unmeasured');
});

test('a read that was never made is not called stale', () => {
  const reads = [{ name: 'Stats', age: 'unknown', at: undefined, failure: undefined }] as const;
  expect(bad({ reads })[0]).toMatchObject({ result: 'unmeasured' });
});

test('a failed read shows its failure and its age', () => {
  const reads = [{ name: 'Stats', age: 'stale', at: NOW - 120_000, failure: '503: busy' }] as const;
  expect(bad({ reads })[0]?.text).toBe('Failed (503: busy), last read 2 min ago.');
});

test('the text to copy has one line for each finding', () => {
  const text = findingsText(diagnose(WELL), NOW);
  expect(text.split('\n')).toHaveLength(diagnose(WELL).length + 1);
  expect(text).toContain('2026-11-20T12:00:00.000Z');
});
