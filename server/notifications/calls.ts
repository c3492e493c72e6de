import type { FastifyInstance } from 'fastify';
import type { NodeBase } from '../feature.ts';
import { handle } from '../http/handle.ts';
import { listNotifications, markNotificationsRead } from './rows.ts';

/** The notifications behind the bell, with the read marks of each account. */
export function notificationCalls(
  app: FastifyInstance,
  { db, journal }: Pick<NodeBase, 'db' | 'journal'>,
): void {
  handle(app, 'notifications', ({ account }) => listNotifications(db, account.id));
  handle(app, 'readNotifications', async ({ payload, account }) => {
    await journal.commit((tx) => markNotificationsRead(tx, account.id, payload.ids));
    return {};
  });
}
