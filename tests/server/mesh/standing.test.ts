import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Failure } from '../../../server/mesh/failure.ts';
import {
  type Finding,
  isNews,
  isOwnDelay,
  NEVER_PROBED,
  needsSecondLook,
  newsOf,
  type Standing,
  standingAfter,
} from '../../../server/mesh/standing.ts';

const LATE_MS = 250;
const prompt: Finding = { answered: true, latencyMs: 12 };
const late: Finding = { answered: true, latencyMs: 400 };
const silent: Finding = { answered: false, failure: 'too-late' };
const impostor: Finding = { answered: false, failure: 'unknown-key' };

const found = (finding: Finding, before: Standing = NEVER_PROBED, at = 1000) =>
  standingAfter(before, finding, { at, lateMs: LATE_MS });
const connected = found(prompt);
const warning = found(late);
const error = found(silent, connected, 2000);

describe('how a sister stands', () => {
  test('is connected when she answers in time, the limit included', () => {
    expect(connected).toMatchObject({ status: 'connected', latencyMs: 12, lastSeen: 1000 });
    expect(found({ answered: true, latencyMs: LATE_MS }).status).toBe('connected');
  });

  test('is a warning when she answers late', () => {
    expect(warning).toMatchObject({ status: 'warning', latencyMs: 400, lastSeen: 1000 });
  });

  test('is an error when she does not answer, and keeps when she was last seen', () => {
    expect(error).toMatchObject({
      status: 'error',
      lastSeen: 1000,
      latencyMs: 12,
      changedAt: 2000,
    });
    expect(found(silent)).toMatchObject({ status: 'error', lastSeen: null, latencyMs: null });
  });

  test('is as old as its last change', () => {
    expect(found(prompt, connected, 5000)).toMatchObject({ changedAt: 1000, lastSeen: 5000 });
  });
});

describe('a second look', () => {
  test('is taken at bad news, so that a single late or lost answer does not flap', () => {
    expect(needsSecondLook(connected, late, LATE_MS)).toBe(true);
    expect(needsSecondLook(connected, silent, LATE_MS)).toBe(true);
    expect(needsSecondLook(warning, silent, LATE_MS)).toBe(true);
  });

  test('is not taken at good news, nor at what was known', () => {
    expect(needsSecondLook(error, prompt, LATE_MS)).toBe(false);
    expect(needsSecondLook(error, silent, LATE_MS)).toBe(false);
    expect(needsSecondLook(warning, late, LATE_MS)).toBe(false);
  });

  test('is taken at a late first answer, which may be the start of this process, but not at silence', () => {
    expect(needsSecondLook(NEVER_PROBED, late, LATE_MS)).toBe(true);
    expect(needsSecondLook(NEVER_PROBED, silent, LATE_MS)).toBe(false);
  });
});

test('lateness is this process’s own when it could be explained by its delay alone', () => {
  expect(isOwnDelay(late, LATE_MS, 149)).toBe(false);
  expect(isOwnDelay(late, LATE_MS, 150)).toBe(true);
  expect(isOwnDelay(prompt, LATE_MS, 500)).toBe(false);
  expect(isOwnDelay(silent, LATE_MS, 500)).toBe(false);
});

describe('news', () => {
  const name = 'Archive (archive.mesh.example)';

  test('is every change of the status, in plain words', () => {
    expect(newsOf(name, NEVER_PROBED, connected)).toBe(`${name} is connected`);
    expect(newsOf(name, error, connected)).toBe(`${name} answers again`);
    expect(newsOf(name, warning, connected)).toBe(`${name} answers in time again`);
    expect(newsOf(name, connected, warning)).toBe(`${name} answers late (400 ms)`);
    expect(newsOf(name, connected, error)).toBe(`${name} does not answer`);
  });

  test('is a sister that answers with a wrong identity instead of being silent', () => {
    const wrong = found(impostor, error, 3000);
    expect(isNews(error, wrong)).toBe(true);
    expect(newsOf(name, error, wrong)).toBe(`${name} signs with a key that it does not publish`);
  });

  test('is not one more probe with the same result', () => {
    expect(isNews(connected, found({ answered: true, latencyMs: 80 }, connected, 9000))).toBe(
      false,
    );
    expect(isNews(error, found({ answered: false, failure: 'unreachable' }, error, 9000))).toBe(
      false,
    );
  });
});

test('whatever is found in whatever order, green needs an answer in time, and time only moves on', () => {
  const finding = fc.oneof(
    fc
      .double({ min: 0, max: 2000, noNaN: true })
      .map((latencyMs): Finding => ({ answered: true, latencyMs })),
    fc
      .constantFrom<Failure>('too-late', 'unreachable', 'unknown-key', 'bad-signature', 'refused')
      .map((failure): Finding => ({ answered: false, failure })),
  );
  fc.assert(
    fc.property(fc.array(finding, { maxLength: 50 }), (findings) => {
      let standing = NEVER_PROBED;
      for (const [index, one] of findings.entries()) {
        const next = found(one, standing, index + 1);
        const answered = one.answered;
        expect(next.status === 'error').toBe(!answered);
        if (next.status === 'connected')
          expect(one.answered && one.latencyMs <= LATE_MS).toBe(true);
        expect(next.failure === null).toBe(answered);
        expect(next.lastSeen).toBe(answered ? index + 1 : standing.lastSeen);
        expect(next.changedAt === standing.changedAt).toBe(next.status === standing.status);
        expect(isNews(standing, next) || next.status === standing.status).toBe(true);
        standing = next;
      }
    }),
  );
});
