import { lazy, Suspense, useEffect } from 'react';
import type { Bundle, BundleDetails } from '../../../contract/shapes/bundle.ts';
import { readAgain, useRead } from '../../link/reads.ts';
import { useOnceOpened } from './-once-opened.ts';
import { failureOf } from './-reading-state.ts';
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
  useFreshDetails(bundle, details.data);
  const { removing, remove } = useRemoval(onClose);
  if (!useOnceOpened(bundle !== undefined)) return null;
  return (
    <Suspense>
      <BundleDetailsDialog
        bundle={bundle}
        details={details.data}
        failure={failureOf(details)}
        removing={removing}
        onRemove={remove}
        onClose={onClose}
      />
    </Suspense>
  );
}

/** The list is live and the details are not: they are read again when the list says another status. */
function useFreshDetails(bundle: Bundle | undefined, details: BundleDetails | undefined): void {
  const id = bundle && String(bundle.id);
  const behind = details !== undefined && bundle !== undefined && details.status !== bundle.status;
  useEffect(() => {
    if (id === undefined || !behind) return;
    readAgain('bundle', { id }).catch(reportError);
  }, [id, behind]);
}
