import { NOTIFICATIONS_LISTED_MAX } from '../../contract/limits.ts';
import { keyOf } from '../../contract/paths.ts';
import type { Notification } from '../../contract/shapes/notification.ts';
import type { Database, Tx } from '../database/database.ts';
import type { Emit } from '../database/journal.ts';

/**
 * Notifications are the same for all accounts, but for those that are for one person alone; which of them an account has read is stored
 * apart. An account does not see those from before its sign-up.
 */
type NewNotification = Pick<
  Notification,
  'kind' | 'title' | 'text' | 'severity' | 'at' | 'link' | 'to'
>;

/** Puts it behind the bell, and deletes those that no list shows any more. @returns its id */
export async function addNotification(
  tx: Tx,
  emit: Emit,
  { kind, title, text, severity, at, link, to }: NewNotification,
): Promise<Notification['id']> {
  const row = { kind, title, text, severity, at, link };
  const { id } = await tx
    .insertInto('notifications')
    .values({ ...row, recipient: to ?? null })
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
  const added: Notification = { id, ...row, ...(to !== undefined && { to }), read: false };
  emit(keyOf('notifications'), 'prepend', [added]);
  return id;
}

/** Changes the notifications that lead to a link. @returns their ids */
export async function changeNotifications(
  tx: Tx,
  link: string,
  changes: Partial<Omit<NewNotification, 'to'>>,
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
    .select(['username', 'createdAt'])
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
    .where((eb) =>
      eb.or([eb('recipient', 'is', null), eb('recipient', '=', account?.username ?? '')]),
    )
    .orderBy('id', 'desc')
    .limit(NOTIFICATIONS_LISTED_MAX)
    .execute();
  return rows.map(({ recipient: to, ...row }) => ({
    ...row,
    ...(to !== null && { to }),
    read: Boolean(row.read),
  }));
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
