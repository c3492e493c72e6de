import { WEEK_MS } from '../../contract/limits.ts';
import { zonedTime } from '../base/zoned-time.ts';
import type { MaintenanceWindow } from './rows.ts';

/** When a window is once. Epoch milliseconds; the end is not in it. */
export interface Occurrence {
  readonly startsAt: number;
  readonly endsAt: number;
}

type Schedule = Pick<MaintenanceWindow, 'startsAt' | 'endsAt' | 'repeat' | 'timeZone' | 'changed'>;

/** @returns the present occurrence, else the next one, else the last one */
export function occurrenceAt(schedule: Schedule, at: number): Occurrence {
  if (schedule.repeat !== 'weekly') return nth(schedule, 0);
  for (let week = weekBefore(schedule, at); ; week++) {
    const occurrence = nth(schedule, week);
    if (occurrence.endsAt > at) return occurrence;
  }
}

/** @returns the last occurrence that is over; undefined if none is */
export function occurrenceBefore(schedule: Schedule, at: number): Occurrence | undefined {
  const first = schedule.repeat === 'weekly' ? weekBefore(schedule, at) : 0;
  const last = schedule.repeat === 'weekly' ? first + 3 : 0;
  for (let week = last; week >= first; week--) {
    const occurrence = nth(schedule, week);
    if (occurrence.endsAt <= at) return occurrence;
  }
  return undefined;
}

export const includes = ({ startsAt, endsAt }: Occurrence, at: number): boolean =>
  startsAt <= at && at < endsAt;

/** A week whose occurrence is over, or the first: clocks are changed by hours, and an occurrence is a week at most. */
const weekBefore = ({ startsAt }: Schedule, at: number): number =>
  Math.max(0, Math.floor((at - startsAt) / WEEK_MS) - 2);

/** A time of day that a change of clocks leaves out is moved by as much as the clocks are. */
function nth({ startsAt, endsAt, timeZone, changed }: Schedule, weeks: number): Occurrence {
  const moved = (ms: number) => zonedTime(ms, timeZone).plus({ weeks }).toMillis();
  const start = moved(startsAt);
  if (changed?.startsAt === start) return changed;
  const end = moved(endsAt);
  return { startsAt: start, endsAt: end > start ? end : start + (endsAt - startsAt) };
}

/** @returns for people, in the window's own time zone */
export function occurrenceText(
  { startsAt, endsAt }: Occurrence,
  { timeZone, repeat }: Pick<MaintenanceWindow, 'timeZone' | 'repeat'>,
): string {
  const [from, to] = [startsAt, endsAt].map((ms) =>
    zonedTime(ms, timeZone).setLocale('en').toFormat('ccc d LLL HH:mm'),
  );
  return `${from} to ${to} (${timeZone})${repeat === 'weekly' ? ', weekly' : ''}`;
}

/** Answers in memory, for every probe, whether a platform may be down. @param windows all that are stored */
export function createPlannedTimes(windows: readonly MaintenanceWindow[]) {
  const byPlatform = new Map<string, ((at: number) => boolean)[]>();
  for (const window of windows) {
    const covers = createCover(window);
    for (const platform of window.platforms)
      byPlatform.set(platform, [...(byPlatform.get(platform) ?? []), covers]);
  }
  return (platform: string, at: number): boolean =>
    byPlatform.get(platform)?.some((covers) => covers(at)) ?? false;
}

/** Remembers the last occurrence: it is the same for all times from the end of the one before it to its own. */
function createCover(window: MaintenanceWindow): (at: number) => boolean {
  let from = 0;
  let last: Occurrence | undefined;
  return (at) => {
    if (last === undefined || at < from || at >= last.endsAt) {
      last = occurrenceAt(window, at);
      from = occurrenceBefore(window, at)?.endsAt ?? 0;
    }
    return includes(last, at);
  };
}
