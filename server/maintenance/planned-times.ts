import type { MaintenanceWindow } from '../store/maintenance.ts';
import { includes, type Occurrence, occurrenceAt, occurrenceBefore } from './occurrences.ts';

/**
 * Answers in memory, for every probe, whether a platform may be down.
 * @param windows all that are stored
 */
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
