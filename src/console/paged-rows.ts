import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { ReadName } from '../../contract/calls.ts';
import { MINUTE_MS } from '../../contract/limits.ts';
import type { PagedRows } from '../domain/paged-rows.ts';
import type { TimeSpan } from '../domain/table-search.ts';
import { ApiError, type Outcome } from '../shared/outcome.ts';
import type { CallRequest } from '../worker/api.ts';
import { useClockSkew } from './connection.ts';
import { exportTable, type TableExport } from './export-table.ts';
import { workerClient } from './worker-client.ts';

/** What was looked for is forgotten this long after it was last shown. */
const KEEP_MS = 60_000;

/** What a row must have, as the server is asked; undefined asks for nothing. */
export interface PagedFilter extends TimeSpan {
  readonly q: string | undefined;
}

/**
 * What a table looks for, as the address says. A range such as the last hour begins where it did when it was chosen: what is
 * read is another only when the address is.
 *
 * @param filterOf takes the search as of a server time; the same function each time
 * @returns the same objects until the address is another, and `list`, a name of the search
 */
export function useTableSearch<Search, Filter>(
  address: object,
  schema: { parse(address: object): Search },
  filterOf: (search: Search, now: number) => Filter,
): { readonly search: Search; readonly filter: Filter; readonly list: string } {
  const list = JSON.stringify(schema.parse(address));
  // A start does not know yet how far the device's clock is off.
  const skew = Math.round(useClockSkew() / MINUTE_MS) * MINUTE_MS;
  const chosen = useMemo(() => ({ search: JSON.parse(list) as Search, at: Date.now() }), [list]);
  return useMemo(
    () => ({ search: chosen.search, filter: filterOf(chosen.search, chosen.at + skew), list }),
    [chosen, filterOf, skew, list],
  );
}

export interface Page<Row, Cursor> {
  readonly rows: readonly Row[];
  /** Where the next page begins; undefined: there is none. */
  readonly next: Cursor | undefined;
}

/** Reads the page that begins at a place, or the first one. Throws when the server cannot be asked. */
type ReadPage<Row, Cursor> = (from?: Cursor) => Promise<Page<Row, Cursor>>;

interface PagesOptions<Row, Cursor> {
  /** Names what is read; another one reads anew. */
  readonly key: readonly unknown[];
  readonly filter: PagedFilter;
  readonly pages: ReadPage<Row, Cursor>;
  /** Where the first page begins. */
  readonly first?: Cursor | undefined;
}

interface Pages<Row, Cursor> extends Omit<PagedRows<Row>, 'rows'> {
  /** What the server answered so far; undefined before its first answer. */
  readonly read: readonly Row[] | undefined;
  readonly next: Cursor | undefined;
  readonly canRead: boolean;
}

/** Asks the server for the rows that match, page by page. */
export function usePages<Row, Cursor>({
  key,
  filter,
  pages,
  first,
}: PagesOptions<Row, Cursor>): Pages<Row, Cursor> {
  type Data = InfiniteData<Page<Row, Cursor>>;
  const { data, isFetching, isFetchingNextPage, hasNextPage, error, fetchNextPage, refetch } =
    useInfiniteQuery<Page<Row, Cursor>, Error, Data, unknown[], Cursor | undefined>({
      queryKey: ['pages', ...key, filter],
      queryFn: ({ pageParam }) => pages(pageParam as Cursor | undefined),
      initialPageParam: first,
      getNextPageParam: ({ next }) => next,
      gcTime: KEEP_MS,
      staleTime: 0,
    });
  const read = useMemo(() => data?.pages.flatMap(({ rows }) => rows), [data]);
  const canRead = hasNextPage && !isFetching && !error;
  const readOlder = useCallback(() => {
    if (canRead) void fetchNextPage();
  }, [canRead, fetchNextPage]);
  return {
    read,
    next: data?.pages.at(-1)?.next,
    canRead,
    state: stateOf(),
    error,
    readOlder,
    retry: () => void (data ? fetchNextPage() : refetch()),
  };

  function stateOf(): PagedRows<Row>['state'] {
    if (isFetchingNextPage) return 'reading';
    if (isFetching && !data) return 'searching';
    if (error) return 'failed';
    return hasNextPage ? 'more' : 'all';
  }
}

/** @returns what a read answers to these values. Throws when the server cannot be asked */
export async function readRows<Row>(call: ReadName, query: object): Promise<readonly Row[]> {
  const request = { query } as CallRequest;
  const outcome = (await workerClient.send(call, request)) as Outcome<readonly Row[]>;
  if (!outcome.ok) throw new ApiError(outcome);
  return outcome.data;
}

/** @returns the pages of a read that takes `limit`, and `before`: the id of the row that follows those asked for */
export function pagesById<Row extends { readonly id: number }>(
  call: ReadName,
  filter: PagedFilter,
  limit: number,
): ReadPage<Row, number> {
  return async (before) => {
    const rows = await readRows<Row>(call, { ...filter, before, limit });
    return { rows, next: rows.length < limit ? undefined : rows.at(-1)?.id };
  };
}

/** More would fill the memory of a small device. */
const EXPORT_ROWS_MAX = 100_000;

interface MatchingExport<Row, Cursor> extends Pick<TableExport, 'name' | 'columns' | 'filter'> {
  readonly pages: ReadPage<Row, Cursor>;
  /** Matching rows that this console knows, and of when they are: they are saved when the server cannot be asked. */
  readonly known: readonly Row[];
  readonly knownAt: number | undefined;
  /** In the order of the pages when left out. */
  readonly sorted?: (rows: readonly Row[]) => readonly Row[];
}

type ExportWay = Pick<TableExport, 'format' | 'onProgress'>;

/** @returns what saves every row of the server that matches as a file, or those that were selected */
export const exportOf =
  <Row extends object, Cursor>(order: MatchingExport<Row, Cursor>) =>
  (selected?: readonly Row[]) =>
  async (way: ExportWay): Promise<void> => {
    const { pages, known, knownAt, sorted = (rows) => rows, ...table } = order;
    const found = selected
      ? {
          rows: selected,
          filter: 'selected by hand',
          dataAsOf: knownAt,
          extent: 'complete' as const,
        }
      : await readMatching(order, way);
    await exportTable({ ...table, ...way, ...found, rows: sorted(found.rows) });
  };

async function readMatching<Row, Cursor>(
  { pages, known, knownAt }: MatchingExport<Row, Cursor>,
  { onProgress }: ExportWay,
): Promise<Pick<TableExport, 'dataAsOf' | 'extent'> & { rows: readonly Row[] }> {
  const rows = await readAll(pages, onProgress).catch(() => undefined);
  if (!rows) return { rows: known, dataAsOf: knownAt, extent: 'device' };
  const extent = rows.length < EXPORT_ROWS_MAX ? 'complete' : 'newest';
  return { rows, dataAsOf: workerClient.serverNow(), extent };
}

/**
 * @param onProgress called with how many rows have been read so far
 * @returns the rows of all pages, or as many as a device can hold. Throws when the server cannot be asked
 */
export async function readAll<Row, Cursor>(
  pages: ReadPage<Row, Cursor>,
  onProgress?: (rows: number) => void,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let page: Page<Row, Cursor> | undefined;
  do {
    page = await pages(page?.next);
    rows.push(...page.rows);
    onProgress?.(rows.length);
  } while (page.next !== undefined && rows.length < EXPORT_ROWS_MAX);
  return rows.slice(0, EXPORT_ROWS_MAX);
}
