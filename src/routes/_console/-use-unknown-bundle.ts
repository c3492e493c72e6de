import { useEffect, useRef } from 'react';
import type { Bundle } from '../../../contract/shapes/bundle.ts';
import type { Reading } from '../../link/reads.ts';
import { showToast } from '../../ui/toast/toasts.ts';

/**
 * An address may name a bundle that is not there any more: that is said, once the list is known to be without it.
 * One that goes while it is looked at only closes, as whoever removed it has been told.
 *
 * @param id of the bundle that the address names
 * @param onUnknown called when it names none
 */
export function useUnknownBundle(
  id: string | undefined,
  bundles: Reading<readonly Bundle[]>,
  onUnknown: () => void,
): void {
  const seen = useRef<string>(undefined);
  const isKnown = bundles.data?.some((bundle) => String(bundle.id) === id) ?? false;
  const isFresh = bundles.age === 'fresh';
  useEffect(() => {
    if (isKnown) seen.current = id;
    if (id === undefined || id === seen.current || !isFresh) return;
    showToast({ title: 'That bundle is not here any more', tone: 'neutral' });
    onUnknown();
  }, [id, isKnown, isFresh, onUnknown]);
}
