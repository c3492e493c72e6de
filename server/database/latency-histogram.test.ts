import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addEncoded,
  addLatency,
  encodeHistogram,
  type LatencyHistogram,
  percentileOf,
} from '../mesh/rows/latency-histogram.ts';

function histogramOf(latencies: readonly number[]): LatencyHistogram {
  const histogram: LatencyHistogram = new Map();
  for (const ms of latencies) addLatency(histogram, ms);
  return histogram;
}

const byBucket = (histogram: LatencyHistogram) => [...histogram].sort(([a], [b]) => a - b);
const latency = fc.integer({ min: 0, max: 300_000 }).map((tenths) => tenths / 10);

describe('a histogram of latencies', () => {
  test('has every percentile within 1 %', () => {
    fc.assert(
      fc.property(
        fc.array(latency, { minLength: 1, maxLength: 200 }),
        fc.constantFrom(0.01, 0.5, 0.95, 1),
        (latencies, share) => {
          const exact = latencies.toSorted((a, b) => a - b)[
            Math.ceil(share * latencies.length) - 1
          ];
          const found = percentileOf(histogramOf(latencies), share);
          expect(Math.abs((found ?? Number.NaN) - (exact ?? 0))).toBeLessThanOrEqual(
            0.01 * (exact ?? 0),
          );
        },
      ),
    );
  });

  test('is the same after its text, and however it was put together', () => {
    fc.assert(
      fc.property(fc.array(fc.array(latency, { maxLength: 100 }), { maxLength: 5 }), (parts) => {
        const joined: LatencyHistogram = new Map();
        addEncoded(joined, parts.map((part) => encodeHistogram(histogramOf(part))).join(' '));
        expect(byBucket(joined)).toEqual(byBucket(histogramOf(parts.flat())));
      }),
    );
  });

  test('keeps large counts', () => {
    const histogram: LatencyHistogram = new Map([
      [0, 1],
      [31, 3_000_000],
      [700, 33],
    ]);
    const read: LatencyHistogram = new Map();
    addEncoded(read, encodeHistogram(histogram));
    expect(byBucket(read)).toEqual(byBucket(histogram));
  });

  test('has no median without a latency', () => {
    expect(percentileOf(new Map(), 0.5)).toBeNull();
  });
});
