import { useEffect, useRef } from 'react';
import type { Bundle, BundleDetails } from '../../../contract/shapes/bundle.ts';
import { notify } from '../../console/notices.ts';
import { refreshRead, useRead } from '../../console/reads.ts';
import type { Reading } from '../../shared/model.ts';

/**
 * The bundle that the address names, and the details of it.
 *
 * @param id undefined while no bundle is looked at
 * @param onUnknown called when there is none with this id
 */
export function useShownBundle(
  id: string | undefined,
  bundles: Reading<readonly Bundle[]>,
  onUnknown: () => void,
) {
  const bundle = bundles.data?.find((one) => String(one.id) === id);
  const { data: details, failure } = useRead('bundle', bundle ? { id: String(bundle.id) } : null);
  useUnknownBundle(id, bundle !== undefined, bundles.age === 'fresh', onUnknown);
  useFreshDetails(bundle, details);
  return { bundle, details, failure };
}

/**
 * An address may name a bundle that does not exist any more: that is said, once the list is known to be without it.
 * One that goes while it is looked at only closes, as whoever deleted it knows.
 */
function useUnknownBundle(
  id: string | undefined,
  isKnown: boolean,
  isFresh: boolean,
  onUnknown: () => void,
): void {
  const seen = useRef<string>(undefined);
  useEffect(() => {
    if (isKnown) seen.current = id;
    if (id === undefined || id === seen.current || !isFresh) return;
    notify({ title: 'This bundle no longer exists', severity: 'info' });
    onUnknown();
  }, [id, isKnown, isFresh, onUnknown]);
}

/** The list is live and the details are not: they are read again when the list says another status. */
function useFreshDetails(bundle: Bundle | undefined, details: BundleDetails | undefined): void {
  const id = bundle && String(bundle.id);
  const isBehind =
    details !== undefined && bundle !== undefined && details.status !== bundle.status;
  useEffect(() => {
    if (id === undefined || !isBehind) return;
    refreshRead('bundle', { id }).catch(reportError);
  }, [id, isBehind]);
}

/**
 * @returns the targets that have the one bundle which is to be deployed, and those that failed to get it; of several the
 * server leaves out itself what is delivered
 */
export function useTargetsBefore(ids: readonly string[]) {
  const [id] = ids;
  const { data } = useRead('bundle', id !== undefined && ids.length === 1 ? { id } : null);
  const namesWith = (status: string) =>
    data?.targets.flatMap((target) => (target.status === status ? target.platform : [])) ?? [];
  return { delivered: namesWith('taken'), failed: namesWith('failed') };
}
