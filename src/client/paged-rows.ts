import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ReadName } from '../../contract/calls.ts';
import { ApiError, type Outcome } from '../shared/outcome.ts';
import type { PagedRows } from '../shared/paged-rows.ts';
import type { TimeSpan } from '../shared/time-range.ts';
import { exportTable, type TableExport } from './export-table.ts';
import { workerClient } from './worker-client.ts';

/** Typing pauses so long before the server is asked. */
const TYPING_MS = 250;
/** What was looked for is forgotten this long after it was last shown. */
const KEEP_MS = 60_000;

interface Numbered {
  readonly id: number;
}

/** What a row must have, as the server is asked; undefined asks for nothing. */
export interface PagedFilter extends TimeSpan {
  readonly q: string | undefined;
}

type Cursor = number | undefined;

interface PagesOptions {
  /** A read that takes `limit`, and `before`: the id of the row that follows those that are asked for. */
  readonly call: ReadName;
  readonly filter: PagedFilter;
  /** Rows of a page. */
  readonly limit: number;
  /** Another value reads from the newest row on again. */
  readonly since?: number | undefined;
}

interface Pages<Row> extends Omit<PagedRows<Row>, 'rows'> {
  /** What the server answered so far, newest first; it may have been asked with another filter. */
  readonly read: readonly Row[];
  readonly canRead: boolean;
}

/** Asks the server for the rows that match, page by page, as one types. */
export function usePages<Row extends Numbered>({
  call,
  filter,
  limit,
  since,
}: PagesOptions): Pages<Row> {
  const asked = useSettled(filter);
  type Page = readonly Row[];
  const { data, isFetching, isFetchingNextPage, hasNextPage, error, fetchNextPage, refetch } =
    useInfiniteQuery<Page, Error, InfiniteData<Page, Cursor>, unknown[], Cursor>({
      queryKey: [`${call}-pages`, { ...asked, from: minuteOf(asked.from) }, limit, since],
      queryFn: ({ pageParam }) => readPage<Row>(call, asked, limit, pageParam),
      initialPageParam: undefined,
      getNextPageParam: (last) => (last.length < limit ? undefined : last.at(-1)?.id),
      gcTime: KEEP_MS,
      staleTime: 0,
    });
  const read = useMemo(() => data?.pages.flat() ?? [], [data]);
  const canRead = hasNextPage && !isFetching && !error;
  const readOlder = useCallback(() => {
    if (canRead) void fetchNextPage();
  }, [canRead, fetchNextPage]);
  const isTyping = asked.q !== filter.q;
  return {
    read,
    canRead,
    state: stateOf(),
    error,
    readOlder,
    retry: () => void (data ? fetchNextPage() : refetch()),
  };

  function stateOf(): PagedRows<Row>['state'] {
    if (isFetchingNextPage) return 'reading';
    if (isTyping || (isFetching && !data)) return 'searching';
    if (error) return 'failed';
    return hasNextPage ? 'more' : 'all';
  }
}

/** @returns the value once it has stayed the same for a while */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(setSettled, TYPING_MS, value);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** A search of the last hour is the same search for a while. */
const minuteOf = (at: number | undefined) => at && Math.floor(at / 60_000);

async function readPage<Row>(
  call: ReadName,
  filter: PagedFilter,
  limit: number,
  before: Cursor,
): Promise<readonly Row[]> {
  const query = { ...filter, before, limit };
  const outcome = (await workerClient.send(call, { query })) as Outcome<readonly Row[]>;
  if (!outcome.ok) throw new ApiError(outcome);
  return outcome.data;
}

/** More would fill the memory of a small device. */
const EXPORT_ROWS_MAX = 100_000;

interface MatchingExport<Row>
  extends Pick<PagesOptions, 'call' | 'filter' | 'limit'>,
    Pick<TableExport, 'format' | 'name' | 'columns'> {
  /** Matching rows that this console knows, and of when they are: they are saved when the server cannot be asked. */
  readonly known: readonly Row[];
  readonly knownAt: number | undefined;
  /** What is looked for, in words. */
  readonly filterText: string;
  /** Newest first when left out. */
  readonly sorted?: (rows: readonly Row[]) => readonly Row[];
  readonly onProgress: (rows: number) => void;
}

/** Saves every row of the server that matches as a file. */
export async function exportMatching<Row extends Numbered>(
  order: MatchingExport<Row>,
): Promise<void> {
  const { format, name, columns, known, knownAt, filterText, onProgress } = order;
  const { sorted = (rows) => rows } = order;
  const read = await readAll(order).catch(() => undefined);
  const isWhole = read !== undefined && read.length < EXPORT_ROWS_MAX;
  await exportTable({
    ...{ format, name, columns, onProgress },
    rows: sorted(read ?? known),
    filter: filterText,
    dataAsOf: read ? workerClient.serverNow() : knownAt,
    extent: isWhole ? 'complete' : read ? 'newest' : 'device',
  });
}

async function readAll<Row extends Numbered>(order: MatchingExport<Row>): Promise<readonly Row[]> {
  const { call, filter, limit, onProgress } = order;
  const rows: Row[] = [];
  let page: readonly Row[];
  do {
    page = await readPage<Row>(call, filter, limit, rows.at(-1)?.id);
    rows.push(...page);
    onProgress(rows.length);
  } while (page.length === limit && rows.length < EXPORT_ROWS_MAX);
  return rows;
}
