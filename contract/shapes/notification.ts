import * as z from 'zod/mini';

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
  /** Username of whom alone it concerns; left out: everybody. */
  to: z.optional(z.string()),
  read: z.boolean(),
});
export type Notification = z.infer<typeof NotificationSchema>;

/** Newest first, at most `NOTIFICATIONS_LISTED_MAX`. A live message prepends new ones, all of them unread. */
export const NotificationListSchema = z.array(NotificationSchema);
