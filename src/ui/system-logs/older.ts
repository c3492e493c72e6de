import { ACTIVITY } from '../../../contract/limits.ts';
import type { Activity } from '../../../contract/shapes/activity.ts';
import type { LogFilter, OlderLogs } from './log-filter.ts';

/**
 * Pure: pages of the log behind what the console keeps. They were asked for with a filter, so that they mean
 * something for that filter alone, and they follow one row, without which there would be a hole.
 */
export interface FoundLogs {
  readonly filter: LogFilter;
  /** The row that they follow. */
  readonly behind: Activity['id'] | undefined;
  /** Newest first. */
  readonly rows: readonly Activity[];
  readonly older: Exclude<OlderLogs, 'reading'>;
}

type Answer = { readonly ok: true; readonly data: unknown } | { readonly ok: false };

export function foundNothing(filter: LogFilter): FoundLogs {
  return { filter, behind: undefined, rows: [], older: 'more' };
}

/** @returns what was found, if it is for this filter and still joins on to what is known */
export function foundBehind(
  known: readonly Activity[],
  filter: LogFilter,
  found: FoundLogs,
): FoundLogs {
  const joins = found.rows.length === 0 || known.some(({ id }) => id === found.behind);
  return found.filter === filter && joins ? found : foundNothing(filter);
}

/** @param found joins on to what is known */
export function joinLogs(known: readonly Activity[], found: FoundLogs): readonly Activity[] {
  if (found.rows.length === 0) return known;
  return [...known.slice(0, known.findIndex(({ id }) => id === found.behind) + 1), ...found.rows];
}

/**
 * @param found what had been found when it was asked
 * @param shown what was shown then: the answer lies behind its last row
 */
export function takeOlder(found: FoundLogs, shown: readonly Activity[], answer: Answer): FoundLogs {
  if (!answer.ok) return { ...found, older: 'failed' };
  const page = answer.data as readonly Activity[];
  const ids = new Set(shown.map(({ id }) => id));
  // A server that knows no pages answers with the newest rows again.
  const fresh = page.filter(({ id }) => !ids.has(id));
  const rows = [...found.rows, ...fresh].slice(0, ACTIVITY.ringMax);
  const behind = shown[shown.length - found.rows.length - 1]?.id;
  return { ...found, behind, rows, older: olderOf(page, fresh, rows) };
}

function olderOf(
  page: readonly Activity[],
  fresh: readonly Activity[],
  rows: readonly Activity[],
): FoundLogs['older'] {
  if (fresh.length === 0 || page.length < ACTIVITY.pageMax) return 'all';
  return rows.length === ACTIVITY.ringMax ? 'full' : 'more';
}
