import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Bundle } from '../../../contract/shapes/bundle.ts';
import { notify, UPLOADED } from '../../console/notices.ts';
import { isAwaited } from '../../console/outbox.ts';
import { useReadData } from '../../console/reads.ts';
import type { OutboxItem } from '../../shared/model.ts';

/** Says on whatever screen what became of the uploads of this device: that they have arrived, or failed their checks. */
export function useUploadNotices(items: readonly OutboxItem[]): void {
  const [unchecked, setUnchecked] = useState<readonly string[]>([]);
  useArrivals(items, (ids) => setUnchecked((before) => [...before, ...ids]));
  useFailedChecks(unchecked, (ids) =>
    setUnchecked((before) => before.filter((id) => !ids.includes(id))),
  );
}

/**
 * Says that an upload has arrived that no dialog waits for.
 *
 * @param onArrived called with the ids of the bundles that uploads became while this page was open
 */
function useArrivals(
  items: readonly OutboxItem[],
  onArrived: (bundleIds: readonly string[]) => void,
): void {
  const unsent = useRef<ReadonlySet<string>>(new Set());
  const noteArrived = useEffectEvent(onArrived);
  useEffect(() => {
    const arrived = items.filter(
      ({ id, state }) => state.state === 'done' && unsent.current.has(id),
    );
    const left = items.filter(({ state }) => state.state !== 'done');
    unsent.current = new Set(left.map(({ id }) => id));
    if (arrived.length > 0) noteArrived(arrived.flatMap(bundleIdOf));
    if (arrived.some(({ id }) => !isAwaited(id))) notify(UPLOADED);
  }, [items]);
}

/** A server may answer an upload without its bundle. */
function bundleIdOf({ state }: OutboxItem): string[] {
  const bundle = state.state === 'done' ? (state.bundle as Partial<Bundle> | undefined) : undefined;
  return bundle?.id === undefined ? [] : [String(bundle.id)];
}

/**
 * Says that a bundle failed its checks: its upload was a success, and nobody may look at its row by then.
 *
 * @param unchecked ids of bundles
 * @param onChecked called with those whose checks have ended
 */
function useFailedChecks(
  unchecked: readonly string[],
  onChecked: (ids: readonly string[]) => void,
): void {
  // A server that keeps alerts says it itself, on every device of the account.
  const hasAlerts = useReadData('notifications') !== undefined;
  const bundles = useReadData('bundles', unchecked.length > 0 && !hasAlerts ? {} : null);
  const noteChecked = useEffectEvent(onChecked);
  useEffect(() => {
    const checked = (bundles ?? []).filter(
      ({ id, status }) => unchecked.includes(String(id)) && status !== 'validating',
    );
    if (checked.length === 0) return;
    noteChecked(checked.map(({ id }) => String(id)));
    for (const bundle of checked) if (bundle.status === 'failed') notifyFailedChecks(bundle);
  }, [bundles, unchecked]);
}

function notifyFailedChecks({ id, name, reason }: Bundle): void {
  notify({
    title: 'Validation failed',
    message: reason ? `${name}: ${reason}` : name,
    severity: 'error',
    link: { label: 'Details', to: `/zip-bundles?bundle=${encodeURIComponent(String(id))}` },
  });
}
