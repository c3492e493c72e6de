import { MINUTE_MS, WEEK_MS } from '../../../contract/limits.ts';
import type { PayloadOf } from '../../../contract/sent.ts';
import { epochIn } from '../../domain/zoned-time.ts';

/** Lengths that are offered for a window that starts now. */
export const END_PRESETS = {
  '30': { label: '30 min', ms: 30 * MINUTE_MS },
  '60': { label: '1 h', ms: 60 * MINUTE_MS },
  '120': { label: '2 h', ms: 120 * MINUTE_MS },
  '240': { label: '4 h', ms: 240 * MINUTE_MS },
} as const;

/** The fields of the dialog; times as inputs for date and time have them. */
export interface MaintenanceValues {
  /** Ids. */
  platforms: string[];
  when: 'now' | 'planned';
  /** Of a window that starts now. */
  end: keyof typeof END_PRESETS | 'custom';
  customEnd: string;
  plannedStart: string;
  plannedEnd: string;
  isWeekly: boolean;
  /** Of the times; another one than the reader's for a weekly window only. */
  timeZone: string;
  note: string;
}

type MaintenancePayload = PayloadOf<'planMaintenance'>;

/** @returns the end of a window that starts now, on a full minute; undefined while none is chosen */
export function endOf({ end, customEnd, timeZone }: MaintenanceValues, now: number) {
  if (end === 'custom') return epochIn(timeZone, customEnd);
  return Math.ceil((now + END_PRESETS[end].ms) / MINUTE_MS) * MINUTE_MS;
}

/**
 * @param now server time, epoch milliseconds
 * @returns what is wrong, by field; nothing when it can be sent
 */
export function maintenanceErrors(values: MaintenanceValues, now: number) {
  return {
    ...(values.platforms.length === 0 && { platforms: 'Choose at least one platform' }),
    ...(values.when === 'now' ? endErrors(values, now) : plannedErrors(values, now)),
  };
}

function endErrors(values: MaintenanceValues, now: number): { customEnd?: string } {
  if (values.end !== 'custom') return {};
  const endsAt = endOf(values, now);
  if (endsAt === undefined) return { customEnd: 'Enter the end' };
  return endsAt > now ? {} : { customEnd: 'The end is in the past' };
}

function plannedErrors(values: MaintenanceValues, now: number) {
  const { timeZone, isWeekly } = values;
  const startsAt = epochIn(timeZone, values.plannedStart);
  const endsAt = epochIn(timeZone, values.plannedEnd);
  if (startsAt === undefined) return { plannedStart: 'Enter the start' };
  if (endsAt === undefined) return { plannedEnd: 'Enter the end' };
  if (endsAt <= startsAt) return { plannedEnd: 'The end is before the start' };
  if (isWeekly && endsAt - startsAt >= WEEK_MS)
    return { plannedEnd: 'A weekly window is shorter than a week' };
  return isWeekly || endsAt > now ? {} : { plannedEnd: 'The end is in the past' };
}

/** @param values without errors */
export function maintenancePayload(values: MaintenanceValues, now: number): MaintenancePayload {
  const { platforms, timeZone, plannedStart, plannedEnd, isWeekly } = values;
  const note = values.note.trim();
  if (values.when === 'now')
    return { platforms, note, endsAt: endOf(values, now) ?? now, repeat: 'none', timeZone };
  const startsAt = epochIn(timeZone, plannedStart) ?? now;
  const endsAt = epochIn(timeZone, plannedEnd) ?? now;
  return { platforms, note, startsAt, endsAt, repeat: isWeekly ? 'weekly' : 'none', timeZone };
}
