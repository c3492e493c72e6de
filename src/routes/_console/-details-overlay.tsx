import { lazy, Suspense } from 'react';
import type { Bundle } from '../../../contract/shapes/bundle.ts';
import { useRead } from '../../link/reads.ts';
import { useOnceOpened } from './-once-opened.ts';
import { stateOf } from './-reading-state.ts';
import { useRemoval } from './-use-removal.ts';

const BundleDetailsDialog = lazy(async () => {
  const { BundleDetailsDialog: dialog } = await import(
    '../../ui/bundle-details/bundle-details-dialog.tsx'
  );
  return { default: dialog };
});

interface DetailsOverlayProps {
  /** Undefined: closed. */
  bundle: Bundle | undefined;
  onClose: () => void;
}

/** The details of one bundle with their data. A server without that call still shows what the list says. */
export function DetailsOverlay({ bundle, onClose }: DetailsOverlayProps) {
  const details = useRead('bundle', bundle ? { id: String(bundle.id) } : null);
  const { removing, remove } = useRemoval(onClose);
  if (!useOnceOpened(bundle !== undefined)) return null;
  return (
    <Suspense>
      <BundleDetailsDialog
        bundle={bundle}
        details={details.data}
        failure={stateOf(details).failure}
        removing={removing}
        onRemove={remove}
        onClose={onClose}
      />
    </Suspense>
  );
}
