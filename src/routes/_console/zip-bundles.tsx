import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type BundleSearch, bundleSearch } from '../../features/bundles/bundle-search.ts';
import { BundleTable } from '../../features/bundles/bundle-table.tsx';
import { BundlesSection } from '../../features/bundles/bundles-section.tsx';
import { type OverlaySearch, overlaySearch } from '../../features/shell/overlay-search.ts';
import { usePage } from '../../features/shell/page-title.ts';

type ZipBundlesSearch = OverlaySearch & BundleSearch;

export const Route = createFileRoute('/_console/zip-bundles')({
  validateSearch: (search: Record<string, unknown>): ZipBundlesSearch => ({
    ...overlaySearch(search),
    ...bundleSearch(search),
  }),
  component: ZipBundlesPage,
});

function ZipBundlesPage() {
  usePage('ZIP Bundles', 'Every ZIP bundle of the mesh: its checks, its targets and its status.');
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const onSearch = useCallback(
    (next: ZipBundlesSearch, replace = false) =>
      void navigate({
        search: (before) => ({ ...before, ...next }),
        resetScroll: false,
        replace,
      }),
    [navigate],
  );
  return (
    <BundlesSection
      search={search}
      onSearch={onSearch}
      table={(table) => <BundleTable {...table} />}
    />
  );
}
