import { NOTIFICATIONS_LISTED_MAX } from '../../contract/limits.ts';
import type { Notification } from '../../contract/shapes/notification.ts';
import type { Database, Tx } from '../database/database.ts';

/**
 * Notifications are the same for all accounts; which of them an account has read is stored apart. An account does not
 * see those from before its sign-up.
 */
type NewNotification = Pick<Notification, 'kind' | 'title' | 'text' | 'severity' | 'at' | 'link'>;

/** Also deletes those that no list shows any more. @returns the notification, unread */
export async function insertNotification(
  tx: Tx,
  { kind, title, text, severity, at, link }: NewNotification,
): Promise<Notification> {
  const row = { kind, title, text, severity, at, link };
  const { id } = await tx
    .insertInto('notifications')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .deleteFrom('notifications')
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('notifications')
        .select('id')
        .orderBy('id', 'desc')
        .limit(NOTIFICATIONS_LISTED_MAX),
    )
    .execute();
  return { id, ...row, read: false };
}

/** Changes the notifications that lead to a link. @returns their ids */
export async function changeNotifications(
  tx: Tx,
  link: string,
  changes: Partial<NewNotification>,
): Promise<number[]> {
  const changed = await tx
    .updateTable('notifications')
    .set(changes)
    .where('link', '=', link)
    .returning('id')
    .execute();
  return changed.map(({ id }) => id);
}

/**
 * @param accountId of an account, or of a display, which has read nothing
 * @returns newest first
 */
export async function listNotifications(db: Database, accountId: string): Promise<Notification[]> {
  const account = await db
    .selectFrom('accounts')
    .select('createdAt')
    .where('id', '=', accountId)
    .executeTakeFirst();
  const rows = await db
    .selectFrom('notifications')
    .leftJoin('notificationReads', (join) =>
      join
        .onRef('notificationReads.notificationId', '=', 'notifications.id')
        .on('notificationReads.accountId', '=', accountId),
    )
    .selectAll('notifications')
    .select((eb) => eb('notificationReads.accountId', 'is not', null).as('read'))
    .where('at', '>=', account?.createdAt ?? 0)
    .orderBy('id', 'desc')
    .limit(NOTIFICATIONS_LISTED_MAX)
    .execute();
  return rows.map((row) => ({ ...row, read: Boolean(row.read) }));
}

/** Unknown ids are ignored, and so are those that the account has read already. */
export async function markNotificationsRead(
  tx: Tx,
  accountId: string,
  ids: readonly number[],
): Promise<void> {
  await tx
    .insertInto('notificationReads')
    .columns(['accountId', 'notificationId'])
    .expression((eb) =>
      eb
        .selectFrom('notifications')
        .select(({ val }) => [val(accountId).as('accountId'), 'notifications.id'])
        .where('notifications.id', 'in', [...ids]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
