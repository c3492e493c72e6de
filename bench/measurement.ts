import { execFileSync } from 'node:child_process';

/** One measured number, with every run that it is the median of. */
export interface Measurement {
  readonly name: string;
  readonly unit: string;
  /** What was hoped for, in words. */
  readonly aim: string;
  readonly value: number;
  readonly runs: readonly number[];
  /** How it was measured, where that is not plain. */
  readonly note?: string;
}

/** @returns resident memory of a process, MiB */
export const residentMib = (pid: number): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;

/** @returns the middle one of the sorted values; of an even number the mean of the two */
export function median(values: readonly number[]): number {
  return (percentile(values, 0.5) + percentileFromAbove(values, 0.5)) / 2;
}

/** @returns the smallest value that at least this share of the values does not exceed */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

function percentileFromAbove(values: readonly number[], share: number): number {
  return -percentile(
    values.map((value) => -value),
    share,
  );
}

/** Runs one after the other, so that they do not disturb each other. */
export async function repeat(times: number, measure: () => Promise<number>): Promise<number[]> {
  const runs: number[] = [];
  for (let run = 0; run < times; run += 1) runs.push(await measure());
  return runs;
}
