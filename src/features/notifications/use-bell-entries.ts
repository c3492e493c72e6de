import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { TOAST } from '../../../contract/limits.ts';
import type { Incident } from '../../../contract/shapes/incident.ts';
import type { Notification } from '../../../contract/shapes/notification.ts';
import { useAction } from '../../console/actions.ts';
import { useClockSkew } from '../../console/connection.ts';
import { type Notice, type NoticeSeverity, notify, toasts } from '../../console/notices.ts';
import { useReadData } from '../../console/reads.ts';
import { accountName } from '../../device/markers.ts';

/** A line of the bell's list. */
export interface BellEntry extends Omit<Notice, 'autoClose'> {
  readonly id: string;
  /** Epoch milliseconds on the clock of `now`. */
  readonly at: number;
  /** It was unread when the list was opened. */
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
  const all = useReadData('notifications') ?? NONE;
  // A live message has also those that are for somebody else alone.
  const kept = all.filter(({ to }) => !to || to === accountName());
  const said = useSaid(now);
  const { mutate: markRead } = useAction('readNotifications');
  /** What was new when the list was opened stays marked until it is closed. */
  const [newIds, setNewIds] = useState<readonly number[]>([]);
  useToasts(kept, now);

  const unreadKept = kept.filter(({ read }) => !read);
  const incidents = useReadData('incidents');
  const listed = kept.map((one) => ({
    ...noticeOf(one),
    id: `kept-${one.id}`,
    at: one.at,
    isNew: newIds.includes(one.id),
  }));
  const entries = [...said, ...listed].sort((a, b) => b.at - a.at);

  function toggle(opened: boolean): void {
    const ids = opened ? unreadKept.map(({ id }) => id) : [];
    setNewIds(ids);
    if (ids.length > 0) markRead({ ids });
  }

  // Who has done something knows what became of it: what this page said is listed and does not count.
  const unread = unreadKept.filter((one) => isNews(one, incidents)).length;
  return { entries, unread, toggle };
}

/** That something is down counts while it is, and unless this account has said so itself. */
function isNews({ kind, link }: Notification, incidents?: readonly Incident[]): boolean {
  if (kind !== 'down') return true;
  const incident = incidents?.find(({ id }) => link === `/incidents/${id}`);
  return !incident || (incident.endedAt === null && incident.openedBy !== accountName());
}

/** What this page said lately and the server does not keep, newest first. */
function useSaid(now: number): readonly BellEntry[] {
  const skewMs = useClockSkew();
  return useSyncExternalStore(toasts.subscribe, toasts.get).flatMap(({ leftAt, ...toast }) => {
    if (leftAt === undefined || toast.notificationId !== undefined) return [];
    const at = leftAt + skewMs;
    return now - at < TOAST.keepDismissedMs
      ? [{ ...toast, id: `said-${toast.id}`, at, isNew: false }]
      : [];
  });
}

/** Shows an alert that comes while the console is open, once. */
function useToasts(list: readonly Notification[], now: number): void {
  // Not `now`, whose steps may lie before an alert that was shown before a reload.
  const openedAt = useRef(Date.now());
  // Not in server time: how far this device's clock is off is known later.
  const skewMs = useClockSkew();
  const seenId = useRef(0);
  useEffect(() => {
    for (const notification of newNotifications(
      list,
      seenId.current,
      openedAt.current + skewMs,
      now,
    ))
      notify(noticeOf(notification));
    seenId.current = Math.max(seenId.current, ...list.map(({ id }) => id));
  }, [list, now, skewMs]);
}

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
