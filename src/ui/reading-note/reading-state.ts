/** How a read stands, as far as a component shows it. */
export interface ReadingState {
  /** When the data was true, server time in epoch milliseconds; undefined while there is none. */
  readonly at: number | undefined;
  readonly age: 'fresh' | 'stale' | 'unknown';
  readonly failure: { readonly message: string } | undefined;
  readonly loading: boolean;
}

/** What there is to say about a read that is not simply fresh. */
export type ReadingTrouble = 'failed' | 'stale' | 'unknown';

export const TROUBLE_WORDS: Readonly<Record<ReadingTrouble, string>> = {
  failed: 'Last read failed',
  stale: 'Last known',
  unknown: 'UNKNOWN now',
};

/** @returns the worst that is true of the read; undefined when it is fresh or has not come yet. */
export function troubleOf(reading: ReadingState): ReadingTrouble | undefined {
  if (reading.failure) return 'failed';
  if (reading.at === undefined || reading.age === 'fresh') return undefined;
  return reading.age;
}
