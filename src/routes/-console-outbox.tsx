import { useEffect, useRef } from 'react';
import {
  discardUpload,
  isAwaited,
  type OutboxItem,
  retryUpload,
  useOutbox,
} from '../link/outbox.ts';
import { OutboxFlyout } from '../ui/outbox/outbox-flyout.tsx';
import { showToast } from '../ui/toast/toasts.ts';

/** The counter of uploads in the header, and the word that one has arrived that nobody waited for. */
export function ConsoleOutbox() {
  const items = useOutbox();
  useArrivals(items);
  if (items.length === 0) return null;
  return (
    <OutboxFlyout
      rows={items}
      onRetry={(id) => retryUpload(id).catch(reportError)}
      onRemove={(id) => discardUpload(id).catch(reportError)}
    />
  );
}

function useArrivals(items: readonly OutboxItem[]): void {
  const unsent = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const arrived = items.some(
      ({ id, state }) => state.state === 'done' && unsent.current.has(id) && !isAwaited(id),
    );
    const left = items.filter(({ id, state }) => state.state !== 'done' && !isAwaited(id));
    unsent.current = new Set(left.map(({ id }) => id));
    if (arrived)
      showToast({ title: 'Success', text: 'ZIP bundle uploaded successfully', tone: 'good' });
  }, [items]);
}
