import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  CHECKING_MAX_MS,
  FAILURES_MAX,
  LOSSES_MAX,
  NOT_STARTED,
  stepAfter,
  type TransferAnswer,
} from './deploy-progress.ts';

const SIZE = 4;
const state = (name: 'unoffered' | 'wanted' | 'checking' | 'taken' | 'refused', offset = 0) =>
  ({ ok: true, state: { state: name, offset, message: null } }) as const;
const silence: TransferAnswer = { ok: false, reason: 'too-late' };

const answer: fc.Arbitrary<TransferAnswer> = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: SIZE + 1 }).map((at) => state('wanted', at)) },
  { weight: 2, arbitrary: fc.constantFrom(state('unoffered'), silence) },
);

/** Applies answers until the transfer ends. */
function play(answers: readonly TransferAnswer[], elapsedMs = 0) {
  let progress = NOT_STARTED;
  for (const [calls, answer] of answers.entries()) {
    const step = stepAfter(progress, answer, { size: SIZE, elapsedMs });
    if (step.outcome !== undefined) return { ...step, calls: calls + 1 };
    progress = step.progress;
  }
  return { progress, calls: answers.length, outcome: undefined };
}

test('a transfer ends after a bounded number of answers, whatever they are', () => {
  // Each byte may be reported as received, lost and received again, each time after all failures but one.
  const bound = (SIZE + 1) * (LOSSES_MAX + 1) * (2 * FAILURES_MAX + 1);
  fc.assert(
    fc.property(fc.array(answer, { minLength: bound, maxLength: bound }), (answers) => {
      expect(play(answers).outcome).toMatch(/failed|away/);
    }),
  );
});

test('a bundle counts as delivered only when the receiver says so', () => {
  fc.assert(
    fc.property(fc.array(answer), (answers) => {
      expect(play(answers).outcome).not.toBe('taken');
      expect(play([...answers, state('taken')]).outcome).toMatch(/taken|failed|away/);
    }),
  );
});

test('missing answers are tolerated while there is progress in between', () => {
  const answers = [silence, silence, state('wanted', 1), silence, silence, state('wanted', 2)];
  expect(play(answers)).toMatchObject({ outcome: undefined, progress: { failures: 0, offset: 2 } });
  expect(play([silence, silence, silence])).toMatchObject({
    outcome: 'away',
    event: { type: 'away', message: 'did not answer' },
  });
});

test('lost bytes are sent again, a limited number of times', () => {
  const loss = [state('wanted', 2), state('wanted', 0)];
  expect(play([...loss, ...loss, ...loss])).toMatchObject({ outcome: undefined });
  expect(play([...loss, ...loss, ...loss, ...loss])).toMatchObject({
    outcome: 'failed',
    event: { message: 'repeatedly lost what it had received' },
  });
});

test('the receiver’s check has a time limit', () => {
  const first = stepAfter(NOT_STARTED, state('checking'), { size: SIZE, elapsedMs: 5 });
  expect(first).toMatchObject({ event: { type: 'whole' } });
  const late = { size: SIZE, elapsedMs: 6 + CHECKING_MAX_MS };
  expect(stepAfter(first.progress, state('checking'), late).outcome).toBe('failed');
});

test('a rejection is shown with the receiver’s reason, without control characters', () => {
  const rejection = {
    ok: true,
    state: { state: 'refused', offset: 0, message: 'no\u001b[2J room' },
  };
  expect(
    stepAfter(NOT_STARTED, rejection as TransferAnswer, { size: SIZE, elapsedMs: 0 }),
  ).toMatchObject({
    outcome: 'failed',
    event: { message: 'refused the bundle: no [2J room' },
  });
});
