import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { Screen } from '../../ui/screen/screen.tsx';
import { usePage } from '../-page-title.ts';
import { BundlesSection } from './-bundles-section.tsx';
import { type OverlaySearch, overlaySearch } from './-overlay-search.ts';
import { UploadOverlay } from './-upload-overlay.tsx';

export const Route = createFileRoute('/_console/zip-bundles')({
  validateSearch: overlaySearch,
  component: ZipBundlesPage,
});

function ZipBundlesPage() {
  usePage('ZIP Bundles', 'Every ZIP bundle of the mesh: its checks, its targets and its status.');
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const onSearch = useCallback(
    (next: OverlaySearch) => void navigate({ search: next, resetScroll: false }),
    [navigate],
  );
  return (
    <Screen>
      <BundlesSection search={search} onSearch={onSearch} />
      <UploadOverlay opened={search.show === 'upload'} onClose={() => onSearch({})} />
    </Screen>
  );
}
