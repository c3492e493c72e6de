import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Notification } from '../../../contract/shapes/notification.ts';
import { useAction } from '../../console/actions.ts';
import { useClockSkew } from '../../console/connection.ts';
import { type Notice, type NoticeSeverity, notify } from '../../console/notices.ts';
import { useReadData } from '../../console/reads.ts';
import { toasts } from '../../console/toast-policy.ts';
import { workerClient } from '../../console/worker-client.ts';

/** A line of the bell's list. */
export interface BellEntry extends Omit<Notice, 'autoClose'> {
  readonly id: string;
  /** Epoch milliseconds on the clock of `now`. */
  readonly at: number;
  /** It was new when the list was opened. */
  readonly isNew: boolean;
}

const NONE: readonly Notification[] = [];

/**
 * What the bell lists: the alerts of the account, which the server keeps, and what this page said. A server without
 * that call has none of the first.
 *
 * @param now server time, epoch milliseconds
 */
export function useBellEntries(now: number) {
  const kept = useReadData('notifications') ?? NONE;
  const said = useSaid();
  const { mutate: markRead } = useAction('readNotifications');
  const [seenId, setSeenId] = useState(0);
  /** What was new when the list was opened stays marked until it is closed. */
  const [newIds, setNewIds] = useState<ReadonlySet<string>>(new Set());
  useToasts(kept, now);

  const unreadKept = kept.filter(({ read }) => !read);
  const unseenSaid = said.filter(({ toastId }) => toastId > seenId);
  // Who has done something knows that it worked.
  const troubles = unseenSaid.filter(({ severity }) => isTrouble(severity));
  const entries = [...said, ...kept.map(keptEntry)]
    .map((entry) => ({ ...entry, isNew: newIds.has(entry.id) }))
    .sort((a, b) => b.at - a.at);

  function toggle(opened: boolean): void {
    if (!opened) {
      setNewIds(new Set());
      return;
    }
    setNewIds(new Set([...unseenSaid, ...unreadKept.map(keptEntry)].map(({ id }) => id)));
    setSeenId(said[0]?.toastId ?? seenId);
    if (unreadKept.length > 0) markRead({ ids: unreadKept.map(({ id }) => id) });
  }

  return { entries, unread: unreadKept.length + troubles.length, toggle };
}

type UnmarkedEntry = Omit<BellEntry, 'isNew'>;

const keptEntry = (notification: Notification): UnmarkedEntry => ({
  ...noticeOf(notification),
  id: `kept-${notification.id}`,
  at: notification.at,
});

/** What this page said and the server does not keep, newest first. */
function useSaid(): readonly (UnmarkedEntry & { readonly toastId: number })[] {
  const { dismissed } = useSyncExternalStore(toasts.subscribe, toasts.state);
  const skewMs = useClockSkew();
  return dismissed
    .filter(({ notificationId }) => notificationId === undefined)
    .map((toast) => ({
      ...toast,
      toastId: toast.id,
      id: `said-${toast.id}`,
      at: toast.at + skewMs,
    }));
}

/** Shows an alert that comes while the console is open, once. */
function useToasts(list: readonly Notification[], now: number): void {
  // Not `now`, whose steps may lie before an alert that was shown before a reload.
  const openedAt = useRef(workerClient.serverNow());
  const seenId = useRef(0);
  useEffect(() => {
    for (const notification of newNotifications(list, seenId.current, openedAt.current, now))
      notify(noticeOf(notification));
    seenId.current = Math.max(seenId.current, list[0]?.id ?? 0);
  }, [list, now]);
}

const isTrouble = (severity: NoticeSeverity) => severity === 'warning' || severity === 'error';

const SEVERITIES: readonly string[] = ['success', 'warning', 'error'] satisfies NoticeSeverity[];

/** What happened longer ago is read in the bell; it is no event any more. */
const TOAST_AGE_MAX_MS = 60_000;

/** @returns an alert of the account as this page says it */
export function noticeOf({ id, title, text, severity, link }: Notification): Notice {
  return {
    title,
    message: text,
    severity: SEVERITIES.includes(severity) ? (severity as NoticeSeverity) : 'info',
    notificationId: id,
    ...(link && { link: { label: 'Show details', to: link } }),
  };
}

/**
 * The alerts that came while somebody could see them happen: not what was there when the console was opened, and
 * not what a long absence brought at once.
 *
 * @param list newest first
 * @param seenId the newest id that was there before
 * @param openedAt when the console was opened; as `now` server time, epoch milliseconds
 * @returns oldest first
 */
export function newNotifications(
  list: readonly Notification[],
  seenId: number,
  openedAt: number,
  now: number,
): Notification[] {
  const since = Math.max(openedAt, now - TOAST_AGE_MAX_MS);
  return list.filter(({ id, at, read }) => id > seenId && at >= since && !read).reverse();
}
