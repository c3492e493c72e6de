import type { PlatformRange } from '../../../contract/limits.ts';
import { DAY_MS } from '../../../contract/limits.ts';
import type { PlatformHistory } from '../../../contract/shapes/mesh.ts';
import { type SlotTimes, totalTimes } from '../../domain/availability.ts';
import { durationText } from '../../domain/format.ts';
import { dateTimeText, dayText, momentAgoText, timeText } from '../../domain/moment.ts';

/** How each range of a platform's history is called, and what one point of it stands for. */
export const PLATFORM_RANGE_TEXTS: Readonly<
  Record<PlatformRange, { readonly short: string; readonly long: string; readonly step: string }>
> = {
  '1h': { short: '1 h', long: 'Last hour', step: '1 minute' },
  '24h': { short: '24 h', long: 'Last 24 hours', step: '5 minutes' },
  '7d': { short: '7 d', long: 'Last 7 days', step: '1 hour' },
  '30d': { short: '30 d', long: 'Last 30 days', step: '4 hours' },
  '90d': { short: '90 d', long: 'Last 90 days', step: '12 hours' },
  '1y': { short: '1 y', long: 'Last year', step: '1 day' },
};

/** A time span and how long each state was held in it. Epoch milliseconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface Day extends Span {
  readonly times: SlotTimes;
}

/** @returns the slots of a history by days (UTC, as the server's slots), oldest first; none is longer than what is known */
export function daysOf({ from, to, slotMs, slots }: PlatformHistory): Day[] {
  const days = new Map<number, { from: number; to: number; times: SlotTimes }>();
  slots.forEach((slot, index) => {
    const start = from + index * slotMs;
    const end = Math.min(start + slotMs, to);
    const day = days.get(Math.floor(start / DAY_MS));
    if (day) Object.assign(day, { to: end, times: totalTimes([day.times, slot]) });
    else days.set(Math.floor(start / DAY_MS), { from: start, to: end, times: totalTimes([slot]) });
  });
  return [...days.values()];
}

/** @returns such as 'Nov 20, 02:10 – 03:40'; a whole day of the reader is named as one */
export function spanText({ from, to }: Span, now: number): string {
  const start = new Date(from);
  if (to - from === DAY_MS && start.getHours() === 0 && start.getMinutes() === 0)
    return dayText(from);
  if (start.toDateString() !== new Date(to).toDateString())
    return `${dateTimeText(from)} – ${dateTimeText(to)}`;
  return `${momentAgoText(from, now)} – ${timeText(to)}`;
}

/** @returns whether two spans share any time */
export const overlap = (one: Span, other: Span) => one.from < other.to && other.from < one.to;

const ABSENCES: Readonly<Record<string, string>> = {
  off: 'This node was off',
  asleep: 'This node was asleep',
  standstill: 'This node ran, but stored no results',
  'no-network': 'This node had no network',
};

/** @returns why nothing was measured, and when: 'This node was off, 02:10 – 03:40 (2 h)' */
export function absenceText(absence: Span & { readonly reason: string }, now: number): string {
  const { reason, from, to } = absence;
  const why = Object.hasOwn(ABSENCES, reason) ? ABSENCES[reason] : 'This node measured nothing';
  return `${why}, ${spanText(absence, now)} (${durationText(to - from)})`;
}

/** @returns how far another clock is from this node's: '2.1 s ahead' */
export function clockOffsetText(offsetMs: number): string {
  const size = Math.abs(offsetMs);
  const amount =
    size < 1000
      ? `${Math.round(size)} ms`
      : size < 60_000
        ? `${(size / 1000).toFixed(1)} s`
        : durationText(size);
  return Math.round(size) === 0 ? 'in step' : `${amount} ${offsetMs > 0 ? 'ahead' : 'behind'}`;
}
