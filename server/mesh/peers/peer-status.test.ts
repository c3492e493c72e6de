import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Failure } from '../../outgoing/failure.ts';
import type { PeerStatus, ProbeOutcome } from '../../round.ts';
import {
  describeChange,
  isNotableChange,
  NEVER_PROBED,
  needsConfirmation,
  nextStatus,
} from './peer-status.ts';

const LATE_MS = 250;
const prompt: ProbeOutcome = { answered: true, latencyMs: 12 };
const late: ProbeOutcome = { answered: true, latencyMs: 400 };
const silent: ProbeOutcome = { answered: false, failure: 'too-late' };
const impostor: ProbeOutcome = { answered: false, failure: 'unknown-key' };

const found = (outcome: ProbeOutcome, before: PeerStatus = NEVER_PROBED, at = 1000) =>
  nextStatus(before, outcome, { at, lateMs: LATE_MS });
const connected = found(prompt);
const warning = found(late);
const error = found(silent, connected, 2000);

describe('the status of a peer', () => {
  test('is connected after an answer in time, the limit included', () => {
    expect(connected).toMatchObject({ status: 'connected', latencyMs: 12, lastSeen: 1000 });
    expect(found({ answered: true, latencyMs: LATE_MS }).status).toBe('connected');
  });

  test('is a warning after a late answer', () => {
    expect(warning).toMatchObject({ status: 'warning', latencyMs: 400, lastSeen: 1000 });
  });

  test('is an error without an answer, and keeps lastSeen', () => {
    expect(error).toMatchObject({
      status: 'error',
      lastSeen: 1000,
      latencyMs: 12,
      changedAt: 2000,
    });
    expect(found(silent)).toMatchObject({ status: 'error', lastSeen: null, latencyMs: null });
  });

  test('keeps the time of its last change', () => {
    expect(found(prompt, connected, 5000)).toMatchObject({ changedAt: 1000, lastSeen: 5000 });
  });
});

describe('confirmation by a second probe', () => {
  test('is needed for a change for the worse', () => {
    expect(needsConfirmation(connected, late, LATE_MS)).toBe(true);
    expect(needsConfirmation(connected, silent, LATE_MS)).toBe(true);
    expect(needsConfirmation(warning, silent, LATE_MS)).toBe(true);
  });

  test('is not needed for an improvement or an unchanged status', () => {
    expect(needsConfirmation(error, prompt, LATE_MS)).toBe(false);
    expect(needsConfirmation(error, silent, LATE_MS)).toBe(false);
    expect(needsConfirmation(warning, late, LATE_MS)).toBe(false);
  });

  test('is needed for a first probe that is late, but not for one without an answer', () => {
    expect(needsConfirmation(NEVER_PROBED, late, LATE_MS)).toBe(true);
    expect(needsConfirmation(NEVER_PROBED, silent, LATE_MS)).toBe(false);
  });
});

describe('a notable change', () => {
  const name = 'Archive';

  test('is every change of the status, with a message', () => {
    expect(describeChange(name, NEVER_PROBED, connected)).toBe(`${name} is connected`);
    expect(describeChange(name, error, connected)).toBe(`${name} is up again`);
    expect(describeChange(name, warning, connected)).toBe(`${name} is fast again`);
    expect(describeChange(name, connected, warning)).toBe(`${name} is slow: 400 ms`);
    expect(describeChange(name, connected, error)).toBe(`${name} is down: no answer`);
  });

  test('is a peer that answers with a wrong key after it did not answer', () => {
    const wrong = found(impostor, error, 3000);
    expect(isNotableChange(error, wrong)).toBe(true);
    expect(describeChange(name, error, wrong)).toBe(
      `${name} is not trusted: signed with a key that it does not publish`,
    );
  });

  test('is not one more probe with the same result', () => {
    expect(
      isNotableChange(connected, found({ answered: true, latencyMs: 80 }, connected, 9000)),
    ).toBe(false);
    expect(
      isNotableChange(error, found({ answered: false, failure: 'unreachable' }, error, 9000)),
    ).toBe(false);
  });
});

test('for any sequence of outcomes, connected needs an answer in time and times only increase', () => {
  const outcome = fc.oneof(
    fc
      .double({ min: 0, max: 2000, noNaN: true })
      .map((latencyMs): ProbeOutcome => ({ answered: true, latencyMs })),
    fc
      .constantFrom<Failure>('too-late', 'unreachable', 'unknown-key', 'bad-signature', 'refused')
      .map((failure): ProbeOutcome => ({ answered: false, failure })),
  );
  fc.assert(
    fc.property(fc.array(outcome, { maxLength: 50 }), (outcomes) => {
      let current = NEVER_PROBED;
      for (const [index, one] of outcomes.entries()) {
        const next = found(one, current, index + 1);
        const answered = one.answered;
        expect(next.status === 'error').toBe(!answered);
        if (next.status === 'connected')
          expect(one.answered && (one.latencyMs ?? 0) <= LATE_MS).toBe(true);
        expect(next.failure === null).toBe(answered);
        expect(next.lastSeen).toBe(answered ? index + 1 : current.lastSeen);
        expect(next.changedAt === current.changedAt).toBe(next.status === current.status);
        expect(isNotableChange(current, next) || next.status === current.status).toBe(true);
        current = next;
      }
    }),
  );
});
