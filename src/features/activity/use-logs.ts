import { useDebouncedValue } from '@mantine/hooks';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ACTIVITY } from '../../../contract/limits.ts';
import type { Activity } from '../../../contract/shapes/activity.ts';
import { workerClient } from '../../client/worker-client.ts';
import { ApiError, type Outcome } from '../../shared/outcome.ts';
import { type LogFilter, matchesLog } from './log-search.ts';

/** Typing pauses so long before the server is asked. */
const TYPING_MS = 250;
const PAGE_ROWS = 200;
/** Newer rows that are shown above the row that an address leads to. */
const CONTEXT_ROWS = 25;
/** What was looked for is forgotten this long after it was last shown. */
const KEEP_MS = 60_000;

type Page = readonly Activity[];
type Cursor = Activity['id'] | undefined;

export interface Logs {
  /** Newest first: every matching row that is known so far. */
  readonly rows: readonly Activity[];
  /** all: nothing matches behind the last row; failed: the server could not be asked. */
  readonly state: 'searching' | 'more' | 'reading' | 'all' | 'failed';
  readonly error: unknown;
  readonly readOlder: () => void;
  readonly retry: () => void;
}

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
): Logs {
  const [asked] = useDebouncedValue(filter, TYPING_MS);
  const query = useInfiniteQuery<Page, Error, InfiniteData<Page, Cursor>, unknown[], Cursor>({
    queryKey: [
      'system-logs',
      asked.q,
      asked.severity,
      asked.platform,
      asked.to,
      minuteOf(asked.from),
      row,
    ],
    queryFn: ({ pageParam }) => readPage(asked, pageParam, PAGE_ROWS),
    initialPageParam: row === undefined ? undefined : row + CONTEXT_ROWS,
    getNextPageParam: (last, pages) => cursorAfter(last, pages.at(-2), PAGE_ROWS),
    gcTime: KEEP_MS,
    staleTime: 0,
  });
  const { data, isFetching, isFetchingNextPage, hasNextPage, error, fetchNextPage, refetch } =
    query;
  const rows = useMemo(() => {
    const read = (data?.pages ?? []).flat();
    // Behind an address that leads back in time the newest rows would leave a hole.
    const all = row === undefined || !data ? joinRows(known, read) : read;
    return all.filter((one) => matchesLog(one, filter));
  }, [data, known, filter, row]);
  const isTyping = asked.q !== filter.q;
  return {
    rows,
    state: stateOf(),
    error,
    readOlder: () => {
      if (hasNextPage && !isFetching && !error) void fetchNextPage();
    },
    retry: () => void (data ? fetchNextPage() : refetch()),
  };

  function stateOf(): Logs['state'] {
    if (isFetchingNextPage) return 'reading';
    if (isTyping || (isFetching && !data)) return 'searching';
    if (error) return 'failed';
    return hasNextPage ? 'more' : 'all';
  }
}

/** A search of the last hour is the same search for a while. */
const minuteOf = (at: number | undefined) => at && Math.floor(at / 60_000);

/** Of rows that both have, the known one stands: the newest first, without a hole as far as they overlap. */
function joinRows(known: readonly Activity[], read: readonly Activity[]): readonly Activity[] {
  const ids = new Set(known.map(({ id }) => id));
  return [...known, ...read.filter(({ id }) => !ids.has(id))];
}

/** @returns where the next page begins; undefined: there is none, or the server knows no pages */
function cursorAfter(last: Page, before: Page | undefined, limit: number): Cursor {
  if (last.length < limit || last[0]?.id === before?.[0]?.id) return undefined;
  return last.at(-1)?.id;
}

async function readPage(filter: LogFilter, before: Cursor, limit: number): Promise<Page> {
  const query = { ...filter, before, limit };
  const outcome = (await workerClient.send('activity', { query })) as Outcome<Page>;
  if (!outcome.ok) throw new ApiError(outcome);
  return outcome.data;
}

/** More would fill the memory of a small device. */
export const EXPORT_ROWS_MAX = 100_000;

/**
 * @param onProgress called with how many rows have been read so far
 * @returns every row of the server's log that matches, newest first. Throws when it cannot be asked.
 */
export async function readAllLogs(
  filter: LogFilter,
  onProgress: (rows: number) => void,
): Promise<readonly Activity[]> {
  const rows: Activity[] = [];
  let last: Page | undefined;
  let before: Cursor;
  do {
    const page = await readPage(filter, before, ACTIVITY.pageMax);
    rows.push(...page.filter((row) => matchesLog(row, filter)));
    onProgress(rows.length);
    before = cursorAfter(page, last, ACTIVITY.pageMax);
    last = page;
  } while (before !== undefined && rows.length < EXPORT_ROWS_MAX);
  return rows.slice(0, EXPORT_ROWS_MAX);
}

/** @returns how many rows there are, as far as that is known */
export function countText({ rows, state }: Logs, filtered: boolean): string {
  const count = rows.length.toLocaleString();
  const things = filtered ? (rows.length === 1 ? 'match' : 'matches') : 'events';
  switch (state) {
    case 'searching':
      return rows.length === 0 ? 'Searching all events…' : `${count} ${things} so far…`;
    case 'more':
    case 'reading':
      return `Newest ${count} ${things}`;
    case 'all':
      return filtered ? `${count} ${things}` : `All ${count} ${things}`;
    case 'failed':
      return `${count} ${things} among the events known on this device`;
  }
}
