import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Challenge } from '../rows/challenges.ts';
import {
  endChallenge,
  type Factor,
  isChallengeOpen,
  isVerified,
  statusOfChallenge,
  withFactor,
} from './challenge.ts';

const OPEN: Challenge = {
  id: 'challenge',
  peer: 'forge',
  nonce: 'nonce',
  origin: 'http://localhost:8066',
  createdAt: 0,
  deadline: 60_000,
  serverAt: null,
  callbackAt: null,
  fileAt: null,
  endedAt: null,
};
const FIELDS = ['serverAt', 'callbackAt', 'fileAt', 'endedAt'] as const;
const FACTORS = ['server', 'callback', 'file'] as const;

/** Each time is set once, to now; nothing is verified too late. */
function isAllowed(before: Challenge, after: Challenge, now: number): boolean {
  const timely = !isVerified(after) || (after.endedAt ?? now) < after.deadline;
  return (
    timely && FIELDS.every((field) => after[field] === (before[field] ?? (after[field] && now)))
  );
}

describe('a challenge', () => {
  test('is verified by all three factors in any order, and by nothing less', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...FACTORS]), (factors) => {
        const after = factors.reduce((one, factor) => withFactor(one, factor, 1000), OPEN);
        expect(isVerified(after)).toBe(factors.length === 3);
        expect(after.endedAt).toBe(factors.length === 3 ? 1000 : null);
      }),
    );
  });

  test('counts nothing at its deadline or after', () => {
    expect(withFactor(OPEN, 'file', 59_999)).not.toBe(OPEN);
    expect(withFactor(OPEN, 'file', 60_000)).toBe(OPEN);
    expect(isChallengeOpen(OPEN, 60_000)).toBe(false);
  });

  test('counts nothing once it has ended', () => {
    const refused = endChallenge(OPEN, 10);
    expect(withFactor(refused, 'callback', 20)).toBe(refused);
    expect(endChallenge(refused, 30)).toBe(refused);
  });

  test('never loses a factor and never counts one twice', () => {
    const event = fc.record({
      what: fc.constantFrom<Factor | 'end'>(...FACTORS, 'end'),
      after: fc.nat(30_000),
    });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 20 }), (events) => {
        let now = 0;
        let one = OPEN;
        for (const { what, after } of events) {
          now += after;
          const next = what === 'end' ? endChallenge(one, now) : withFactor(one, what, now);
          expect(isAllowed(one, next, now)).toBe(true);
          one = next;
        }
      }),
    );
  });

  test('reports its factors and the remaining seconds', () => {
    expect(statusOfChallenge(withFactor(OPEN, 'callback', 500), 500)).toEqual({
      verified: false,
      server_ok: false,
      callback_ok: true,
      file_ok: false,
      peer: 'forge',
      deadline: 60,
      server_at: null,
      callback_at: 500,
      file_at: null,
      ended_at: null,
      time_remaining: 60,
    });
    expect(statusOfChallenge(OPEN, 59_001).time_remaining).toBe(1);
    expect(statusOfChallenge(OPEN, 61_000).time_remaining).toBe(0);
    expect(statusOfChallenge(endChallenge(OPEN, 10), 10).time_remaining).toBe(0);
  });
});
