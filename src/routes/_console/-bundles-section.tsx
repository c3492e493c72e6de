import { useCallback } from 'react';
import type { Bundle } from '../../../contract/shapes/bundle.ts';
import { useServerNow } from '../../link/link-state.ts';
import { useRead } from '../../link/reads.ts';
import { BundleTable } from '../../ui/bundle-table/bundle-table.tsx';
import { DetailsOverlay } from './-details-overlay.tsx';
import type { OverlaySearch } from './-overlay-search.ts';
import { stateOf } from './-reading-state.ts';
import { useDeploy } from './-use-deploy.ts';
import { useUnknownBundle } from './-use-unknown-bundle.ts';

const AGES_EVERY_MS = 10_000;

interface BundlesSectionProps {
  search: OverlaySearch;
  /** Opens and closes what stands over the screen. */
  onSearch: (search: OverlaySearch) => void;
}

/** The bundle table with its data, and the details that it opens. */
export function BundlesSection({ search, onSearch }: BundlesSectionProps) {
  const bundles = useRead('bundles');
  const now = useServerNow(AGES_EVERY_MS);
  const { deploying, deploy } = useDeploy();
  const showDetails = useCallback(
    (bundle: Bundle) => onSearch({ bundle: String(bundle.id) }),
    [onSearch],
  );
  const close = useCallback(() => onSearch({}), [onSearch]);
  useUnknownBundle(search.bundle, bundles, close);
  const chosen = bundles.data?.find((bundle) => String(bundle.id) === search.bundle);
  return (
    <>
      <BundleTable
        bundles={bundles.data}
        reading={stateOf(bundles)}
        deploying={deploying}
        now={now}
        onUpload={() => onSearch({ show: 'upload' })}
        onDeploy={deploy}
        onDetails={showDetails}
      />
      <DetailsOverlay bundle={chosen} onClose={close} />
    </>
  );
}
