import * as z from 'zod/mini';
import { NOTIFICATIONS_LISTED_MAX } from '../limits.ts';

/** An alert in the list behind the bell, with the read mark of the account that asks. */
const NotificationSchema = z.looseObject({
  id: z.number(),
  /** One of `PUSH_KINDS`; a newer server may send others. */
  kind: z.string(),
  title: z.string(),
  text: z.string(),
  /** success, warning or error. */
  severity: z.string(),
  /** Server time, epoch milliseconds. */
  at: z.number(),
  /** Path in the console that explains it. */
  link: z.string(),
  read: z.boolean(),
});
export type Notification = z.infer<typeof NotificationSchema>;

/** Newest first, at most `NOTIFICATIONS_LISTED_MAX`. A live message prepends new ones, all of them unread. */
export const NotificationListSchema = z.array(NotificationSchema);

/** Marks these notifications as read; unknown ids are ignored. */
export const NotificationsReadSchema = z.strictObject({
  ids: z.array(z.int()).check(z.minLength(1), z.maxLength(NOTIFICATIONS_LISTED_MAX)),
});
