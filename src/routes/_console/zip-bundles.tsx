import { createFileRoute } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { type OverlaySearch, overlaySearch } from '../../domain/overlay-search.ts';
import { type BundleSearch, bundleSearch } from '../../features/bundles/bundle-search.ts';
import { BundleTable } from '../../features/bundles/bundle-table.tsx';
import { BundlesSection } from '../../features/bundles/bundles-section.tsx';
import { usePage } from '../../ui/page-title.ts';
import { titleOf } from '../../ui/screens.ts';

type ZipBundlesSearch = OverlaySearch & BundleSearch;

export const Route = createFileRoute('/_console/zip-bundles')({
  // The page parses it: here it would load with every page.
  validateSearch: (search): ZipBundlesSearch => search,
  component: ZipBundlesPage,
});

function ZipBundlesPage() {
  usePage(
    titleOf('/zip-bundles'),
    'Every ZIP bundle of the mesh: its checks, its targets and its status.',
  );
  const address: object = Route.useSearch();
  const search = useMemo(
    () => ({ ...overlaySearch({ ...address }), ...bundleSearch.parse(address) }),
    [address],
  );
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
