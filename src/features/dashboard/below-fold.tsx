import type { OverlaySearch } from '../../domain/overlay-search.ts';
import { NewestBundles } from '../bundles/bundle-panel.tsx';
import { BundlesSection } from '../bundles/bundles-section.tsx';
import { StatusPanels } from './status-panels.tsx';

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
