import { useDebouncedValue } from '@mantine/hooks';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { INCIDENTS } from '../../../contract/limits.ts';
import type { Incident } from '../../../contract/shapes/incident.ts';
import { workerClient } from '../../client/worker-client.ts';
import { ApiError, type Outcome } from '../../shared/outcome.ts';
import { type IncidentFilter, matchesIncident } from './incident-search.ts';

/** Typing pauses so long before the server is asked. */
const TYPING_MS = 250;
const PAGE_ROWS = 100;
/** What was looked for is forgotten this long after it was last shown. */
const KEEP_MS = 60_000;
/** The longest are not known before all have been read; more rows than these would be slow to render. */
const ALL_ROWS_MAX = 2000;

type Page = readonly Incident[];
type Cursor = number | undefined;

export interface Incidents {
  /** In no order: every matching incident that is known so far. */
  readonly rows: readonly Incident[];
  /** all: nothing matches behind these; failed: the server could not be asked. */
  readonly state: 'searching' | 'more' | 'reading' | 'all' | 'failed';
  readonly error: unknown;
  readonly readOlder: () => void;
  readonly retry: () => void;
}

/**
 * The incidents that match, asked of the server page by page. What this console knows already is shown meanwhile, and
 * when the server cannot be asked.
 *
 * @param known every open incident and the newest ended ones, kept current by the live stream; undefined until read
 * @param wantsAll read page after page without being asked
 */
export function useIncidents(
  known: readonly Incident[] | undefined,
  filter: IncidentFilter,
  wantsAll: boolean,
): Incidents {
  const [asked] = useDebouncedValue(filter, TYPING_MS);
  const limit = wantsAll ? INCIDENTS.pageMax : PAGE_ROWS;
  const { data, isFetching, isFetchingNextPage, hasNextPage, error, fetchNextPage, refetch } =
    useInfiniteQuery<Page, Error, InfiniteData<Page, Cursor>, unknown[], Cursor>({
      queryKey: ['incident-pages', { ...asked, from: minuteOf(asked.from) }, limit],
      queryFn: ({ pageParam }) => readPage(asked, pageParam, limit),
      initialPageParam: undefined,
      getNextPageParam: (last) => (last.length < limit ? undefined : last.at(-1)?.id),
      gcTime: KEEP_MS,
      staleTime: 0,
    });
  const rows = useMemo(
    () => joinRows(known, (data?.pages ?? []).flat()).filter((one) => matchesIncident(one, filter)),
    [data, known, filter],
  );
  const canRead = hasNextPage && !isFetching && !error;
  const readsOn = wantsAll && canRead && rows.length < ALL_ROWS_MAX;
  useEffect(() => {
    if (readsOn) void fetchNextPage();
  }, [readsOn, fetchNextPage]);
  const isTyping = asked.q !== filter.q;
  return {
    rows,
    state: stateOf(),
    error,
    readOlder: () => {
      if (canRead) void fetchNextPage();
    },
    retry: () => void (data ? fetchNextPage() : refetch()),
  };

  function stateOf(): Incidents['state'] {
    if (isFetchingNextPage) return 'reading';
    if (isTyping || (isFetching && !data)) return 'searching';
    if (error) return 'failed';
    return hasNextPage ? 'more' : 'all';
  }
}

/** A search of the last hour is the same search for a while. */
const minuteOf = (at: number | undefined) => at && Math.floor(at / 60_000);

/**
 * Of incidents that both have, the known one stands. Every open one is known: an open one that is not has ended, or was
 * a drill, of which nothing is kept.
 */
function joinRows(
  known: readonly Incident[] | undefined,
  read: readonly Incident[],
): readonly Incident[] {
  if (!known) return read;
  const ids = new Set(known.map(({ id }) => id));
  return [...known, ...read.filter(({ id, endedAt }) => endedAt !== null && !ids.has(id))];
}

async function readPage(filter: IncidentFilter, before: Cursor, limit: number): Promise<Page> {
  const query = { ...filter, before, limit };
  const outcome = (await workerClient.send('incidents', { query })) as Outcome<Page>;
  if (!outcome.ok) throw new ApiError(outcome);
  return outcome.data;
}

/** More would fill the memory of a small device. */
export const EXPORT_ROWS_MAX = 100_000;

/**
 * @param onProgress called with how many have been read so far
 * @returns every incident of the server that matches. Throws when it cannot be asked.
 */
export async function readAllIncidents(
  filter: IncidentFilter,
  onProgress: (rows: number) => void,
): Promise<readonly Incident[]> {
  const rows: Incident[] = [];
  let page: Page;
  do {
    page = await readPage(filter, rows.at(-1)?.id, INCIDENTS.pageMax);
    rows.push(...page);
    onProgress(rows.length);
  } while (page.length === INCIDENTS.pageMax && rows.length < EXPORT_ROWS_MAX);
  return rows;
}

/** @returns how many incidents there are, as far as that is known */
export function countText({ rows, state }: Incidents, filtered: boolean): string {
  const count = rows.length.toLocaleString();
  const many = rows.length === 1 ? 'incident' : 'incidents';
  const things = filtered ? `${many} ${rows.length === 1 ? 'matches' : 'match'}` : many;
  switch (state) {
    case 'searching':
      return rows.length === 0 ? 'Reading incidents…' : `${count} ${things} so far…`;
    case 'more':
    case 'reading':
      return `Newest ${count} ${many}`;
    case 'all':
      return filtered || rows.length < 2 ? `${count} ${things}` : `All ${count} ${many}`;
    case 'failed':
      return `${count} ${many} known on this device`;
  }
}
