import { keyIn } from './address-values.ts';

/** A range of time as an address has it. */
export interface TimeSearch {
  readonly time?: TimeRange | undefined;
  /** Epoch milliseconds, for the time `custom`: inclusive, and exclusive. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

const HOUR_MS = 3_600_000;
/** How far back each goes; null: as the address says. */
export const TIME_RANGES = {
  '1h': { label: 'Last hour', ms: HOUR_MS },
  '24h': { label: 'Last 24 hours', ms: 24 * HOUR_MS },
  '7d': { label: 'Last 7 days', ms: 7 * 24 * HOUR_MS },
  '30d': { label: 'Last 30 days', ms: 30 * 24 * HOUR_MS },
  custom: { label: 'From … to …', ms: null },
} as const;
type TimeRange = keyof typeof TIME_RANGES;

/** Addresses are foreign data: whatever is none of ours is left out. */
export function parseTimeSearch(search: Record<string, unknown>): TimeSearch {
  return {
    time: keyIn(TIME_RANGES, search.time),
    from: wholeNumberIn(search.from),
    to: wholeNumberIn(search.to),
  };
}

/** @returns the whole number from 0 on that an address names */
export const wholeNumberIn = (value: unknown) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;

/** Epoch milliseconds: inclusive, and exclusive. undefined: open at that end. */
export interface TimeSpan {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** @param now server time, epoch milliseconds */
export function timeSpanOf({ time, from, to }: TimeSearch, now: number): TimeSpan {
  if (time === 'custom') return { from, to };
  const back = time === undefined ? null : TIME_RANGES[time].ms;
  return { from: back === null ? undefined : now - back, to: undefined };
}
