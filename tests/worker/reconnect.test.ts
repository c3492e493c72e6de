import { describe, expect, it } from 'vitest';
import {
  backoffMs,
  delayAfter,
  nextAttempt,
  RECONNECT,
} from '../../src/worker/connection/connection.ts';

describe('when to try again', () => {
  it('waits a random part of one second before the first try after a loss', () => {
    expect([0, 0.5, 1].map((random) => backoffMs(1, random))).toEqual([0, 500, 1000]);
  });

  it('doubles the longest wait with every try, up to thirty seconds', () => {
    const longest = [1, 2, 3, 4, 5, 6, 7].map((attempt) => backoffMs(attempt, 1));
    expect(longest).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });

  it('never gives up', () => {
    expect(backoffMs(100_000, 1)).toBe(RECONNECT.mostMs);
  });

  it('counts from the start only after a stable minute', () => {
    expect(nextAttempt(7, 59_999)).toBe(8);
    expect(nextAttempt(7, 60_000)).toBe(1);
  });

  it('reconnects after a planned restart at the announced time, spread over half of it again', () => {
    const bye = { why: 'bye', comeBackSec: 10 } as const;
    expect([0, 1].map((random) => delayAfter(bye, 1, random))).toEqual([10_000, 15_000]);
  });

  it('waits long when the server does not want it', () => {
    expect(delayAfter({ why: 'unwanted' }, 1, 0)).toBe(15_000);
  });

  it('reconnects at once when the device has slept', () => {
    expect(delayAfter({ why: 'replaced' }, 5, 1)).toBe(0);
  });
});
