import { useMemo } from 'react';
import type { Activity } from '../../../contract/shapes/activity.ts';
import { usePages } from '../../console/paged-rows.ts';
import { useReadData } from '../../console/reads.ts';
import { type LogFilter, type LogSort, matchesLog } from '../../domain/log-search.ts';
import type { PagedRows } from '../../domain/paged-rows.ts';
import { type LogCursor, partOf, readPage } from './log-pages.ts';

const PAGE_ROWS = 200;
/** Newer rows that are shown above the row that an address leads to. */
const CONTEXT_ROWS = 25;
/** In the order that was asked for. */
export type Logs = PagedRows<Activity>;

/**
 * The rows of the log that match, asked of the server page by page. What this console knows already is shown
 * meanwhile, and when the server cannot be asked.
 *
 * @param known newest rows, kept current by the live stream
 * @param row id of a row to begin at, instead of the newest
 */
export function useLogs(
  known: readonly Activity[],
  filter: LogFilter,
  row: number | undefined,
  sort: LogSort = 'newest',
): Logs {
  const {
    read,
    next,
    canRead: _,
    ...pages
  } = usePages<Activity, LogCursor>({
    key: ['activity', row, sort],
    filter,
    pages: (from) => readPage(filter, sort, PAGE_ROWS, from),
    first: row === undefined ? undefined : { part: 0, id: row + CONTEXT_ROWS },
  });
  const platforms = useReadData('connections');
  const isAnswered = read !== undefined || pages.error !== null;
  const rows = useMemo(() => {
    const matching = (some: readonly Activity[]) =>
      some.filter((one) => matchesLog(one, filter, platforms));
    // Behind an address that leads back in time the newest rows would leave a hole.
    if (row !== undefined && read) return matching(read);
    // In another order they are not the first ones, unless there are no others.
    const ours = sort === 'newest' || isAnswered ? matching(known) : [];
    return joinLogs[sort](ours, read ?? [], next);
  }, [read, next, known, filter, platforms, row, sort, isAnswered]);
  return { ...pages, rows };
}

/**
 * Joins what this console knows, newest first, with what was read in the order that was asked for. Without a hole: behind
 * the last row that was read stands nothing as long as there is more to read.
 */
type Join = (
  known: readonly Activity[],
  read: readonly Activity[],
  next: LogCursor | undefined,
) => readonly Activity[];

export const joinLogs: Record<LogSort, Join> = {
  // Of rows that both have, the known one stands. They overlap.
  newest: (known, read) => [...known, ...without(read, known)],
  oldest: (known, read, next) => (next ? read : [...read, ...without(known, read).toReversed()]),
  problems: (known, read, next) =>
    [0, 1, 2].flatMap((part) => {
      const [ours, theirs] = [known, read].map((rows) =>
        rows.filter((row) => partOf(row) === part),
      );
      return joinPart(ours ?? [], theirs ?? [], next && next.part - part);
    }),
};

/** @param ahead parts before the one that is read next: negative where nothing has been read yet */
function joinPart(
  known: readonly Activity[],
  read: readonly Activity[],
  ahead: number | undefined,
): readonly Activity[] {
  if (ahead === undefined || ahead > 0) return [...known, ...without(read, known)];
  if (read.length === 0) return [];
  const ids = new Set(read.map(({ id }) => id));
  const common = known.findIndex(({ id }) => ids.has(id));
  return [...known.slice(0, Math.max(common, 0)), ...read];
}

function without(rows: readonly Activity[], others: readonly Activity[]): readonly Activity[] {
  const ids = new Set(others.map(({ id }) => id));
  return rows.filter(({ id }) => !ids.has(id));
}

/** How the rows are called that are shown while there are more. */
const FIRST = { newest: 'Newest', oldest: 'Oldest', problems: 'First' } as const;

/** @returns how many rows there are, as far as that is known */
export function eventCountText({ rows, state }: Logs, filtered: boolean, sort: LogSort): string {
  const count = rows.length.toLocaleString();
  const things = filtered ? (rows.length === 1 ? 'match' : 'matches') : 'events';
  switch (state) {
    case 'searching':
      return rows.length === 0 ? 'Searching all events…' : `${count} ${things} so far…`;
    case 'more':
    case 'reading':
      return `${FIRST[sort]} ${count} ${things}`;
    case 'all':
      return filtered ? `${count} ${things}` : `All ${count} ${things}`;
    case 'failed':
      return `${count} ${things} among the events known on this device`;
  }
}
