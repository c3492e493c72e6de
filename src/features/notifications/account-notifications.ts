import type { Notification } from '../../../contract/shapes/notification.ts';
import type { Notice, NoticeSeverity } from '../../shared/notices.ts';

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
