import type { HistoryRange } from '../../contract/limits.ts';
import { durationText } from './format.ts';

/** How each range of the history is called. */
export const RANGE_TEXTS: Readonly<
  Record<HistoryRange, { readonly short: string; readonly long: string }>
> = {
  '1h': { short: '1 h', long: 'Last hour' },
  '24h': { short: '24 h', long: 'Last 24 hours' },
  '7d': { short: '7 d', long: 'Last 7 days' },
  '90d': { short: '90 d', long: 'Last 90 days' },
};

export interface SlotTimes {
  readonly up: number;
  readonly late: number;
  readonly down: number;
  /** Down in maintenance, or because of another. */
  readonly planned?: number | undefined;
  readonly notMeasured: number;
}

const TIMES = ['up', 'late', 'down', 'planned', 'notMeasured'] as const;

const timesBy = (timeOf: (name: (typeof TIMES)[number]) => number) =>
  Object.fromEntries(TIMES.map((name) => [name, timeOf(name)])) as unknown as SlotTimes;

/** @returns how long each state was held in all slots together, in milliseconds */
export const totalTimes = (slots: readonly SlotTimes[]): SlotTimes =>
  timesBy((name) => slots.reduce((sum, slot) => sum + (slot[name] ?? 0), 0));

export const isMeasured = ({ up, late, down, planned = 0 }: SlotTimes): boolean =>
  up + late + down + planned > 0;

/** @returns how long the platforms of a history held each state in the mean */
export function meanTimes(
  platforms: readonly { readonly slots: readonly SlotTimes[] }[],
): SlotTimes {
  const total = totalTimes(platforms.flatMap(({ slots }) => slots));
  return timesBy((name) => (total[name] ?? 0) / Math.max(platforms.length, 1));
}

/**
 * @returns the share of the measured time in which the platform answered, maintenance and what others caused left out; undefined when nothing
 * was measured
 */
export function availabilityShare({ up, late, down }: SlotTimes): number | undefined {
  const measured = up + late + down;
  return measured === 0 ? undefined : (up + late) / measured;
}

/** @returns such as '99.9%'. It is rounded down: '100%' means that nothing was missed. */
export function shareText(share: number | undefined): string {
  return share === undefined ? '—' : `${Math.floor(share * 1000 + 1e-9) / 10}%`;
}

/** Slow time below this share of the measured time is not spoken of. */
const SLOW_MIN = 0.01;

/** @returns of how much a share is: 'of 12 min measured', 'of 1 h, 22% slow'; '' when nothing was measured */
export function measuredText({ up, late, down, notMeasured }: SlotTimes): string {
  const measured = up + late + down;
  if (measured === 0) return '';
  const slow = late / measured;
  const text = `of ${durationText(measured)}${notMeasured > 0 ? ' measured' : ''}`;
  return slow < SLOW_MIN ? text : `${text}, ${Math.floor(slow * 100 + 1e-9)}% slow`;
}

/** @returns '100% of 12 min measured'; '—' when nothing was measured */
export const availabilityText = (times: SlotTimes): string =>
  [shareText(availabilityShare(times)), measuredText(times)].filter(Boolean).join(' ');

/**
 * @param rows histories over the same slots
 * @returns the first slot in which anything was measured; the last one when nothing was, 0 without rows
 */
export function firstSlot(...rows: readonly (readonly SlotTimes[])[]): number {
  if (rows.length === 0) return 0;
  const starts = rows.map((slots) => slots.findIndex(isMeasured));
  const known = starts.filter((start) => start >= 0);
  return Math.max(0, Math.min(...known, ...rows.map(({ length }) => length - 1)));
}

/** @returns how long each state held, the worst first: 'down 2 min, slow 1 min, not measured 8 min' */
export function timesText({ up, late, down, planned = 0, notMeasured }: SlotTimes): string {
  const parts = [
    ['down', down],
    ['slow', late],
    ['up', up],
    ['down in maintenance or because of others', planned],
    ['not measured', notMeasured],
  ] as const;
  return parts
    .filter(([, ms]) => ms > 0)
    .map(([word, ms]) => `${word} ${durationText(ms)}`)
    .join(', ');
}

/** @returns the available share of a platform's history, of how much it is, the time it is over, and what its bars say */
export function describeHistory(name: string, slots: readonly SlotTimes[], range: HistoryRange) {
  const times = totalTimes(slots);
  const share = shareText(availabilityShare(times));
  const over = RANGE_TEXTS[range].long.toLowerCase();
  const held = timesText(times);
  const measured = measuredText(times);
  return { share, measured, over, held, label: `${name}, ${over}: ${share} available; ${held}` };
}
