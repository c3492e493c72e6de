import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  CHECKING_MAX_MS,
  type Heard,
  LOSSES_MAX,
  moveAfter,
  NOT_BEGUN,
  TRIES_MAX,
} from '../../../server/bundles/deploy-progress.ts';

const SIZE = 4;
const state = (name: 'unoffered' | 'wanted' | 'checking' | 'taken' | 'refused', offset = 0) =>
  ({ ok: true, state: { state: name, offset, message: null } }) as const;
const silence: Heard = { ok: false, reason: 'too-late' };

const heard: fc.Arbitrary<Heard> = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: SIZE + 1 }).map((at) => state('wanted', at)) },
  { weight: 2, arbitrary: fc.constantFrom(state('unoffered'), silence) },
);

/** Plays answers until the transfer ends. */
function play(answers: readonly Heard[], elapsedMs = 0) {
  let progress = NOT_BEGUN;
  for (const [calls, answer] of answers.entries()) {
    const move = moveAfter(progress, answer, { size: SIZE, elapsedMs });
    if (move.end !== undefined) return { ...move, calls: calls + 1 };
    progress = move.progress;
  }
  return { progress, calls: answers.length, end: undefined };
}

test('a transfer ends after a bounded number of answers, whatever a receiver says', () => {
  // Each of so few bytes may be told as new, lost, and told again, with every try used up before.
  const bound = (SIZE + 1) * (LOSSES_MAX + 1) * (2 * TRIES_MAX + 1);
  fc.assert(
    fc.property(fc.array(heard, { minLength: bound, maxLength: bound }), (answers) => {
      expect(play(answers).end).toBe('failed');
    }),
  );
});

test('is never taken or refused but by the receiver’s own word', () => {
  fc.assert(
    fc.property(fc.array(heard), (answers) => {
      expect(play(answers).end).not.toBe('taken');
      expect(play([...answers, state('taken')]).end).toMatch(/taken|failed/);
    }),
  );
});

test('silence is forgiven as long as something comes in between', () => {
  const forgiven = [silence, silence, state('wanted', 1), silence, silence, state('wanted', 2)];
  expect(play(forgiven)).toMatchObject({ end: undefined, progress: { tries: 0, offset: 2 } });
  expect(play([silence, silence, silence])).toMatchObject({
    end: 'failed',
    event: { message: 'does not answer' },
  });
});

test('a receiver that loses what it had is sent it again, but not for ever', () => {
  const loss = [state('wanted', 2), state('wanted', 0)];
  expect(play([...loss, ...loss, ...loss])).toMatchObject({ end: undefined });
  expect(play([...loss, ...loss, ...loss, ...loss])).toMatchObject({
    end: 'failed',
    event: { message: 'loses what it was sent, again and again' },
  });
});

test('checking may take long, but ends', () => {
  const first = moveAfter(NOT_BEGUN, state('checking'), { size: SIZE, elapsedMs: 5 });
  expect(first).toMatchObject({ event: { what: 'whole' } });
  const late = { size: SIZE, elapsedMs: 6 + CHECKING_MAX_MS };
  expect(moveAfter(first.progress, state('checking'), late).end).toBe('failed');
});

test('a refusal is told in the receiver’s words, without what could steer a terminal', () => {
  const refusal = { ok: true, state: { state: 'refused', offset: 0, message: 'no\u001b[2J room' } };
  expect(moveAfter(NOT_BEGUN, refusal as Heard, { size: SIZE, elapsedMs: 0 })).toMatchObject({
    end: 'failed',
    event: { message: 'refuses the bundle: no [2J room' },
  });
});
