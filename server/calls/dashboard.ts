import type { FastifyInstance } from 'fastify';
import { ACTIVITY } from '../../contract/limits.ts';
import type { DiskSpace } from '../bundles/disk-space.ts';
import { handle } from '../http/handle.ts';
import { listActivity } from '../store/activity.ts';
import type { Database } from '../store/database.ts';
import type { Journal } from '../store/journal.ts';
import { listNotifications, markNotificationsRead } from '../store/notifications.ts';
import { readStats } from '../store/stats.ts';

/** The numbers on the dashboard's cards, the activity log, and the server's disk. */
export function dashboardCalls(
  app: FastifyInstance,
  { db, disk }: { db: Database; disk: Pick<DiskSpace, 'read'> },
): void {
  handle(app, 'disk', () => disk.read());
  handle(app, 'stats', () => readStats(db));
  handle(app, 'activity', ({ query: { q: text, limit = ACTIVITY.pageDefault, ...filter } }) =>
    listActivity(db, { ...filter, limit, text }),
  );
}

/** The notifications behind the bell, with the read marks of each account. */
export function notificationCalls(
  app: FastifyInstance,
  { db, journal }: { db: Database; journal: Journal },
): void {
  handle(app, 'notifications', ({ account }) => listNotifications(db, account.id));
  handle(app, 'readNotifications', async ({ payload, account }) => {
    await journal.commit((tx) => markNotificationsRead(tx, account.id, payload.ids));
    return {};
  });
}
