/**
 * How latencies spread: counts in logarithmic buckets, each 2 % wider than the one before. A value read from it is at
 * most 1 % off, and histograms add up without loss, so that a median over a year is as exact as one over a minute:
 * DDSketch (Masson, Rim, Lee: DDSketch, a fast and fully-mergeable quantile sketch with relative-error guarantees,
 * PVLDB 12, 2019). Only buckets that have a count are kept.
 */
export type LatencyHistogram = Map<number, number>;

const WIDTH = 1.02;
const LOG_WIDTH = Math.log(WIDTH);
/** Up to here, in milliseconds, everything is in bucket 0: latencies are measured in tenths. */
const SMALLEST_MS = 0.05;

const bucketOf = (ms: number): number =>
  ms <= SMALLEST_MS ? 0 : Math.max(1, Math.ceil(Math.log(ms / SMALLEST_MS) / LOG_WIDTH));

/** @returns the value that is equally far, relatively, from both ends of the bucket */
const middleOf = (bucket: number): number =>
  bucket === 0 ? 0 : (2 * SMALLEST_MS * WIDTH ** bucket) / (WIDTH + 1);

export function addLatency(histogram: LatencyHistogram, ms: number): void {
  addCount(histogram, bucketOf(ms), 1);
}

function addCount(histogram: LatencyHistogram, bucket: number, count: number): void {
  histogram.set(bucket, (histogram.get(bucket) ?? 0) + count);
}

/** @returns the value of the nearest rank, at most 1 % off; null for an empty histogram */
export function percentileOf(histogram: LatencyHistogram, share: number): number | null {
  let total = 0;
  for (const count of histogram.values()) total += count;
  let left = Math.max(1, Math.ceil(share * total));
  for (const [bucket, count] of inOrder(histogram)) {
    left -= count;
    if (left <= 0) return middleOf(bucket);
  }
  return null;
}

/** @returns how many values there are, and the share of those over `ms`, those of its own bucket counted by the bucket's middle */
export function shareOver(histogram: LatencyHistogram, ms: number) {
  let [total, over] = [0, 0];
  for (const [bucket, count] of histogram) {
    total += count;
    if (middleOf(bucket) > ms) over += count;
  }
  return { total, late: over / total };
}

const inOrder = (histogram: LatencyHistogram) => [...histogram].sort(([a], [b]) => a - b);

/**
 * Text of a histogram: for each bucket in order its distance to the one before and its count, both as unsigned
 * base-64 VLQ (as in source maps, without a sign). A bucket takes two characters where there are many.
 */
export function encodeHistogram(histogram: LatencyHistogram): string {
  let text = '';
  let last = 0;
  for (const [bucket, count] of inOrder(histogram)) {
    text += encodeNumber(bucket - last) + encodeNumber(count);
    last = bucket;
  }
  return text;
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const DIGIT_BITS = 5;
const CONTINUES = 1 << DIGIT_BITS;
const VALUES = new Int8Array(128).fill(-1);
for (let value = 0; value < DIGITS.length; value++) VALUES[DIGITS.charCodeAt(value)] = value;

function encodeNumber(number: number): string {
  let text = '';
  let rest = number;
  while (rest >= CONTINUES) {
    text += DIGITS[CONTINUES | (rest & (CONTINUES - 1))];
    rest >>>= DIGIT_BITS;
  }
  return text + DIGITS[rest];
}

/** Adds the counts of encoded histograms, separated by spaces. */
export function addEncoded(histogram: LatencyHistogram, texts: string): void {
  let bucket = 0;
  let number = 0;
  let shift = 0;
  let isCount = false;
  for (let place = 0; place < texts.length; place++) {
    const value = VALUES[texts.charCodeAt(place)] ?? -1;
    if (value < 0) {
      bucket = 0;
      continue;
    }
    number |= (value & (CONTINUES - 1)) << shift;
    shift += DIGIT_BITS;
    if (value >= CONTINUES) continue;
    if (isCount) addCount(histogram, bucket, number);
    else bucket += number;
    isCount = !isCount;
    number = 0;
    shift = 0;
  }
}
