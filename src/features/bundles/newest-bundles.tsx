import { type ReactNode, useMemo } from 'react';
import { type BundleListProps, BundlePanel } from './bundle-panel.tsx';
import { BundleRows } from './bundle-rows.tsx';

interface NewestBundlesProps extends BundleListProps {
  /** Leads to the whole table. */
  footer: ReactNode;
}

const NEWEST_ROWS = 5;

/** The newest bundles, for a screen that shows other things too. */
export function NewestBundles({ footer, ...props }: NewestBundlesProps) {
  const { bundles, platformCount, onDeploy, onDetails } = props;
  const newest = useMemo(() => bundles?.slice(0, NEWEST_ROWS), [bundles]);
  return (
    <BundlePanel {...props} title="ZIP Bundles" footer={footer}>
      <BundleRows
        bundles={newest}
        platformCount={platformCount}
        onDeploy={onDeploy}
        onDetails={onDetails}
      />
    </BundlePanel>
  );
}
