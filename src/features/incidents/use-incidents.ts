import { useEffect, useMemo } from 'react';
import { INCIDENTS } from '../../../contract/limits.ts';
import type { Incident } from '../../../contract/shapes/incident.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { pagesById, usePages } from '../../console/paged-rows.ts';
import type { PagedRows } from '../../domain/paged-rows.ts';
import { type IncidentFilter, matchesIncident } from './incident-search.ts';

const PAGE_ROWS = 100;
/** The longest are not known before all have been read; more rows than these would be slow to render. */
const ALL_ROWS_MAX = 2000;

const NOTHING: readonly Incident[] = [];

/** In no order. */
export type Incidents = PagedRows<Incident>;

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
  platforms: readonly Connection[],
  wantsAll: boolean,
): Incidents {
  const limit = wantsAll ? INCIDENTS.pageMax : PAGE_ROWS;
  const {
    read = NOTHING,
    next: _,
    canRead,
    ...pages
  } = usePages<Incident, number>({
    key: ['incidents', limit],
    filter,
    pages: pagesById('incidents', filter, limit),
  });
  const rows = useMemo(
    () => joinRows(known, read).filter((one) => matchesIncident(one, filter, platforms)),
    [read, known, filter, platforms],
  );
  const readsOn = wantsAll && canRead && rows.length < ALL_ROWS_MAX;
  const { readOlder } = pages;
  useEffect(() => {
    if (readsOn) readOlder();
  }, [readsOn, readOlder]);
  return { ...pages, rows };
}

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
