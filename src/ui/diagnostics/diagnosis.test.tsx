import { expect, test } from 'vitest';
import { type DiagnosisFacts, diagnose, findingsText } from './diagnosis.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

const WORKER = {
  supported: true,
  inControl: true,
  kept: true,
  build: 'one',
  installing: false,
  waiting: false,
  failed: false,
};

const WELL: DiagnosisFacts = {
  now: NOW,
  secureContext: true,
  version: { own: 'one', server: 'one' },
  serviceWorker: WORKER,
  storage: 'disk',
  quota: { usage: 3 * 1024 ** 2, quota: 1024 ** 3, persisted: true },
  link: { state: 'live', since: NOW - 60_000, lastHeardAt: NOW - 4000, liveMessageSeen: true },
  skewMs: 12,
  restarts: { count: 0, lastReason: undefined },
  worker: {
    role: 'leading',
    figures: {
      gaps: 0,
      replayed: 0,
      notReplayed: 0,
      lateTimers: 0,
      latestMs: 0,
      reads: 5,
      rows: 20,
    },
    heap: undefined,
  },
  reads: [{ name: 'Stats', age: 'fresh', at: NOW - 1000, failure: undefined }],
  platforms: [
    { name: 'Forge', status: 'connected' },
    { name: 'Harbor', status: 'connected' },
  ],
};

const bad = (facts: Partial<DiagnosisFacts>) =>
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
      text: '0 of 1 answer, Archive does not.',
    },
  ]);
});

test('a lost link is this screen, not the mesh', () => {
  const found = bad({ link: { state: 'offline', since: NOW - 180_000, liveMessageSeen: false } });
  expect(found.map(({ layer, text }) => [layer, text])).toEqual([
    ['This screen to the server', 'No connection for 3 min.'],
  ]);
});

test('a clock is named from five seconds on, with its direction', () => {
  expect(bad({ skewMs: -5000 })).toEqual([]);
  expect(bad({ skewMs: -90_000 })[0]?.text).toBe("1 min ahead of the server's.");
  expect(bad({ skewMs: 90_000 })[0]?.text).toBe("1 min behind the server's.");
});

test('the service worker tells which build it is of, and what keeps another from taking over', () => {
  const found = (facts: Partial<typeof WORKER>) =>
    diagnose({ ...WELL, serviceWorker: { ...WORKER, ...facts } }).find(
      ({ layer }) => layer === 'Service worker',
    );
  expect(found({})).toMatchObject({ result: 'good', text: 'In control, of build one.' });
  expect(found({ waiting: true })?.text).toMatch('another waits to take over');
  expect(found({ failed: true })).toMatchObject({ result: 'warn' });
  expect(found({ inControl: false, kept: false })?.text).toMatch('cannot start without the server');
  expect(found({ inControl: false })).toMatchObject({ result: 'warn' });
  expect(found({ inControl: false })?.text).toMatch('the next one starts without the server');
  expect(found({ supported: false })).toMatchObject({ result: 'warn' });
});

test('a page of another build than the server’s is named', () => {
  expect(bad({ version: { own: 'one', server: 'two' } })[0]?.text).toBe(
    'one; the server serves two.',
  );
  expect(bad({ version: { own: 'one', server: undefined } })).toEqual([]);
});

test('a failed read tells its failure and its age', () => {
  const reads = [{ name: 'Stats', age: 'stale', at: NOW - 120_000, failure: '503: busy' }] as const;
  expect(bad({ reads })[0]?.text).toBe('Failed (503: busy), as of 2 min ago.');
});

test('the text for somebody else has a line a finding', () => {
  const text = findingsText(diagnose(WELL), NOW);
  expect(text.split('\n')).toHaveLength(diagnose(WELL).length + 1);
  expect(text).toContain('2026-11-20T12:00:00.000Z');
});
