import { IANAZone } from 'luxon';
import { DAY_MS } from '../../contract/limits.ts';
import type { PayloadOf } from '../../contract/sent.ts';
import type { Platform } from '../config/mesh-config.ts';

/** A window as a person plans it; it starts now, if no start is given. */
export type PlannedWindow = PayloadOf<'planMaintenance'>;

const FARTHEST_MS = 366 * DAY_MS;
/** Windows that are not over; and so many that are over are kept. */
export const WINDOWS_MAX = 200;

/** Occurrences of a weekly window do not overlap. */
export const longestMs = ({ repeat }: { readonly repeat: string }): number =>
  (repeat === 'weekly' ? 7 : 31) * DAY_MS;

/** @returns what is wrong with it, as a sentence; null when nothing is */
export function problemOf(
  window: PlannedWindow,
  platforms: readonly Platform[],
  now: number,
): string | null {
  const known = new Set(platforms.map(({ id }) => id));
  const unknown = window.platforms.find((id) => !known.has(id));
  if (unknown !== undefined) return `platforms has ${unknown}, which is not in this mesh.`;
  if (!IANAZone.isValidZone(window.timeZone))
    return 'timeZone must be a name such as Europe/Berlin.';
  return problemOfTimes(window, now);
}

function problemOfTimes(window: PlannedWindow, now: number): string | null {
  const { startsAt = now, endsAt } = window;
  if (endsAt <= startsAt) return 'endsAt must be after startsAt.';
  if (endsAt <= now) return 'endsAt must be in the future.';
  if (startsAt > now + FARTHEST_MS) return 'startsAt must be within a year.';
  const longest = longestMs(window);
  if (endsAt - startsAt <= longest) return null;
  return `endsAt must be at most ${longest / DAY_MS} days after startsAt.`;
}
