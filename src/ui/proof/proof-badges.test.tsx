import { describe, expect, test } from 'vitest';
import type { ProofStatus } from '../../../contract/shapes/proof.ts';
import { proofBadges, proofResult } from './proof-badges.ts';
import { timeLeftSec } from './time-left.ts';

const STATUS: ProofStatus = {
  verified: false,
  callback_ok: false,
  file_ok: false,
  peer: 'forge.mesh.example',
  deadline: 1_800_000_000,
  time_remaining: 30,
};

const words = (status: Partial<ProofStatus>) =>
  proofBadges({ ...STATUS, ...status }).map(({ word }) => word);

describe('the badges of a challenge', () => {
  test('start active, pending and checking', () => {
    expect(words({})).toEqual(['Active', 'Pending', 'Checking']);
  });

  test('say what has arrived', () => {
    expect(words({ callback_ok: true, file_ok: true })).toEqual(['Active', 'Received', 'Verified']);
  });

  test('expire with no time left', () => {
    expect(words({ time_remaining: 0 })[0]).toBe('Expired');
    expect(words({ time_remaining: -3 })[0]).toBe('Expired');
  });

  test('end in one final result', () => {
    expect(proofResult({ ...STATUS, verified: true }).word).toBe('VERIFIED');
    expect(proofResult(STATUS)).toEqual({ word: 'NOT VERIFIED', tone: 'warn' });
    expect(proofResult({ ...STATUS, time_remaining: 0 }).tone).toBe('bad');
  });
});

describe('the time left', () => {
  test('is counted on from the answer', () => {
    expect(timeLeftSec(30, 1_000_000, 1_012_000)).toBe(18);
    expect(timeLeftSec(30, 1_000_000, 1_100_000)).toBe(0);
  });

  test('is as answered when the answer has no time, or a later one', () => {
    expect(timeLeftSec(30, undefined, 1_012_000)).toBe(30);
    expect(timeLeftSec(30, 1_013_000, 1_012_000)).toBe(30);
  });
});
