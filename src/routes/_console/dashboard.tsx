import { createFileRoute, redirect } from '@tanstack/react-router';
import { useCallback } from 'react';
import { HISTORY_RANGES, type HistoryRange } from '../../../contract/limits.ts';
import { keyIn } from '../../domain/address-values.ts';
import type { LogSearch } from '../../domain/log-search.ts';
import { type OverlaySearch, overlaySearch } from '../../domain/overlay-search.ts';
import { DashboardScreen } from '../../features/dashboard/dashboard-screen.tsx';
import { type WallSearch, wallSearch } from '../../features/wall/wall-search.ts';

export interface DashboardSearch extends OverlaySearch, WallSearch {
  /** Of the platforms panel; an hour when it is left out. */
  readonly range?: HistoryRange | undefined;
}

const RANGE_DEFAULT: HistoryRange = '1h';

export const Route = createFileRoute('/_console/dashboard')({
  validateSearch: (search: Record<string, unknown>): DashboardSearch => ({
    ...overlaySearch(search),
    ...wallSearch(search),
    range: keyIn(HISTORY_RANGES, search.range),
  }),
  // Where the logs were a dialog, their address leads to their page.
  beforeLoad: ({ search: { show, q, severity } }) => {
    if (show === 'logs')
      throw redirect({ to: '/logs', search: { q, severity } as LogSearch, replace: true });
  },
  component: DashboardRoute,
});

function DashboardRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const onSearch = useCallback(
    (next: OverlaySearch) => {
      void navigate({ search: ({ range }) => ({ ...next, range }), resetScroll: false });
    },
    [navigate],
  );
  const onRange = (next: HistoryRange) =>
    void navigate({
      search: (before) => ({ ...before, range: next === RANGE_DEFAULT ? undefined : next }),
      resetScroll: false,
      replace: true,
    });
  return (
    <DashboardScreen
      search={search}
      range={search.range ?? RANGE_DEFAULT}
      onSearch={onSearch}
      onRange={onRange}
    />
  );
}
