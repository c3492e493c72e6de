import { expect, test } from 'vitest';
import { type WorkerFacts, workerFindings } from './worker-findings.ts';

const FIGURES = {
  gaps: 0,
  replayed: 0,
  notReplayed: 0,
  lateTimers: 0,
  latestMs: 0,
  reads: 5,
  rows: 1204,
};
const WELL: WorkerFacts = {
  role: 'leading',
  figures: FIGURES,
  heap: { used: 12.25 * 1024 ** 2, limit: 4096 * 1024 ** 2 },
};

const textOf = (layer: string, facts: Partial<WorkerFacts>) =>
  workerFindings({ ...WELL, ...facts }).find((finding) => finding.layer === layer)?.text;
const withFigures = (figures: Partial<typeof FIGURES>) => ({ figures: { ...FIGURES, ...figures } });

test('a worker that is well has its figures told all the same', () => {
  expect(workerFindings(WELL).map(({ result, text }) => [result, text])).toEqual([
    ['good', 'Speaks to the server, for other tabs of this browser too.'],
    ['good', 'No message was missed.'],
    ['good', 'None came late.'],
    ['good', 'The worker holds 5 answers with 1,204 rows; the page takes 12.3 of 4,096 MB.'],
  ]);
});

test('gaps tell what was sent again, and what could not be', () => {
  expect(textOf('Live stream', withFigures({ gaps: 1, replayed: 7 }))).toBe(
    '1 gap: 7 messages sent again, none lost.',
  );
  const bad = workerFindings({ ...WELL, ...withFigures({ gaps: 3, replayed: 1, notReplayed: 2 }) });
  expect(bad[1]).toEqual({
    layer: 'Live stream',
    result: 'warn',
    text: '3 gaps: 1 message sent again; 2 times everything was read anew.',
  });
});

test('late timers are this device, and say by how much', () => {
  expect(textOf('Timers', withFigures({ lateTimers: 4, latestMs: 61_200 }))).toBe(
    '4 came late, one by 61.2 s: this device was asleep or busy then.',
  );
});

test('what is not known is said to be so', () => {
  expect(textOf('Live stream', { figures: undefined })).toMatch(/not answered/);
  expect(textOf('Memory', { heap: undefined })).toMatch(/does not tell/);
  expect(textOf('This tab', { role: 'following' })).toMatch(/through another tab/);
});
