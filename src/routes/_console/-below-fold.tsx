import { NewestBundles } from '../../features/bundles/bundle-panel.tsx';
import { BundlesSection } from '../../features/bundles/bundles-section.tsx';
import { StatusPanels } from '../../features/dashboard/status-panels.tsx';
import type { OverlaySearch } from '../../features/shell/overlay-search.ts';

export interface BelowFoldProps {
  search: OverlaySearch;
  onSearch: (search: OverlaySearch) => void;
}

/** The part of the dashboard that no screen shows at first. */
export function BelowFold({ search, onSearch }: BelowFoldProps) {
  return (
    <>
      <BundlesSection
        search={search}
        onSearch={onSearch}
        table={(table) => <NewestBundles {...table} />}
      />
      <StatusPanels />
    </>
  );
}
