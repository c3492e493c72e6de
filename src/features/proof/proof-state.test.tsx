import { describe, expect, test } from 'vitest';
import type { ProofStatus } from '../../../contract/shapes/proof.ts';
import { proofFactors, proofResult, timeLeftSec } from './proof-state.ts';

const STATUS: ProofStatus = {
  verified: false,
  callback_ok: false,
  file_ok: false,
  peer: 'forge.mesh.example',
  deadline: 1_800_000_000,
  time_remaining: 30,
};

const labels = (status: Partial<ProofStatus>) =>
  proofFactors({ ...STATUS, ...status }).map(({ label }) => label);

describe('the factors of a challenge', () => {
  test('start active, pending and checking', () => {
    expect(labels({})).toEqual(['Active', 'Pending', 'Checking']);
  });

  test('say what has arrived', () => {
    expect(labels({ callback_ok: true, file_ok: true })).toEqual([
      'Active',
      'Received',
      'Verified',
    ]);
  });

  test('expire with no time left', () => {
    expect(labels({ time_remaining: 0 })[0]).toBe('Expired');
    expect(labels({ time_remaining: -3 })[0]).toBe('Expired');
  });

  test('a running challenge is not verified so far, and says how long it still has', () => {
    expect(proofResult(STATUS)).toEqual({
      label: 'NOT VERIFIED',
      color: 'yellow',
      detail: 'so far, 30 s left',
    });
  });

  test('an ended challenge says what was not received, not found, and not checked', () => {
    const ended = { time_remaining: 0, ended_at: 1, server_at: 1 };
    expect(labels(ended)).toEqual(['Expired', 'Not received', 'Not found']);
    expect(labels({ ...ended, server_at: null })[2]).toBe('Not checked');
    expect(labels({ ...ended, callback_ok: true, file_ok: true }).slice(1)).toEqual([
      'Received',
      'Verified',
    ]);
  });

  test('a failed challenge names the factors that are missing', () => {
    const ended = { ...STATUS, callback_ok: true, server_at: 1, time_remaining: 0 };
    expect(proofResult(ended)).toMatchObject({
      label: 'NOT VERIFIED',
      color: 'red',
      detail: 'Proven: real server and callback. Missing: well-known file.',
    });
  });

  test('a verified challenge is VERIFIED, and its factors are not red once time is up', () => {
    const ended = { ...STATUS, verified: true, callback_ok: true, file_ok: true };
    expect(proofResult(ended).label).toBe('VERIFIED');
    expect(proofFactors({ ...ended, time_remaining: 0 }).map(({ color }) => color)).toEqual([
      'green',
      'green',
      'green',
    ]);
  });

  test('a refused challenge does not run on until its deadline', () => {
    expect(proofResult({ ...STATUS, ended_at: 1_799_999_990_000 }).color).toBe('red');
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
