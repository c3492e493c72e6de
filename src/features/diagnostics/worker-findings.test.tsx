import { expect, test } from 'vitest';
import { type WorkerInfo, workerFindings } from './worker-findings.ts';

const COUNTERS = {
  gaps: 0,
  replayed: 0,
  notReplayed: 0,
  lateTimers: 0,
  latestMs: 0,
  rowsLeftOut: 0,
  reads: 5,
  rows: 1204,
};
const WELL: WorkerInfo = {
  role: 'leading',
  counters: COUNTERS,
  heap: { used: 12.25 * 1024 ** 2, limit: 4096 * 1024 ** 2 },
};

const textOf = (layer: string, facts: Partial<WorkerInfo>) =>
  workerFindings({ ...WELL, ...facts }, true).find((finding) => finding.layer === layer)?.text;
const withCounters = (counters: Partial<typeof COUNTERS>) => ({
  counters: { ...COUNTERS, ...counters },
});

test('a worker that is well still shows its counters', () => {
  expect(workerFindings(WELL, true).map(({ result, text }) => [result, text])).toEqual([
    ['good', 'Main tab: shares its connection with other tabs.'],
    ['good', 'No message was missed.'],
    ['good', 'No delays.'],
    ['good', 'The worker holds 5 answers with 1,204 rows; the page uses 12.3 of 4,096 MB.'],
  ]);
});

test('gaps show what was replayed and what could not be', () => {
  expect(textOf('Live stream', withCounters({ gaps: 1, replayed: 7 }))).toBe(
    '1 gap: 7 messages replayed, none lost.',
  );
  const bad = workerFindings(
    {
      ...WELL,
      ...withCounters({ gaps: 3, replayed: 1, notReplayed: 2 }),
    },
    true,
  );
  expect(bad[1]).toEqual({
    layer: 'Live stream',
    result: 'warn',
    text: '3 gaps: 1 message replayed; everything was read again 2 times.',
  });
});

test('late timers are shown with the longest delay', () => {
  expect(textOf('Timers', withCounters({ lateTimers: 4, latestMs: 61_200 }))).toBe(
    '4 late, the latest by 61.2 s: this device was asleep or busy.',
  );
});

test('what is not known is not called good', () => {
  expect(textOf('Live stream', { counters: undefined })).toMatch(/not answered/);
  expect(textOf('Memory', { heap: undefined })).toMatch(/does not say/);
  expect(textOf('This tab', { role: 'following' })).toMatch(/another tab/);
});

test('a stream that does not run is not called good', () => {
  const [, stream] = workerFindings(WELL, false);
  expect(stream).toMatchObject({ result: 'unmeasured', text: 'Not connected.' });
});

test('rows without use are counted where there were any', () => {
  expect(textOf('Lists', {})).toBeUndefined();
  expect(textOf('Lists', withCounters({ rowsLeftOut: 3 }))).toBe(
    '3 rows of the server had no usable content.',
  );
});
