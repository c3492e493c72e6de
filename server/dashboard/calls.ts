import type { FastifyInstance } from 'fastify';
import { ACTIVITY } from '../../contract/limits.ts';
import { platformsNamed } from '../../contract/platform-filter.ts';
import { listActivity } from '../activity/rows.ts';
import type { Database } from '../database/database.ts';
import type { Journal } from '../database/journal.ts';
import type { NodeBase } from '../feature.ts';
import { handle } from '../http/handle.ts';
import { listNotifications, markNotificationsRead } from '../notifications/rows.ts';
import { readStats } from './rows.ts';

/** Each may read the whole log, which keeps SQLite from everybody else for 0.1 s: 6 s a minute at most. */
const SEARCHES_PER_ACCOUNT = { max: 60, windowMs: 60_000, keysMax: 10_000 };

/** Rows that any read may pass. A page within them does not count, so that long answers are scrolled and exported whole. */
const UNCOUNTED_ROWS = 20_000;

/** The numbers on the dashboard's cards, and the activity log. */
export function dashboardCalls(
  app: FastifyInstance,
  { db, limits, platforms }: Pick<NodeBase, 'db' | 'limits' | 'platforms'>,
): void {
  const searches = limits.attempts('activity search by account', SEARCHES_PER_ACCOUNT);
  handle(app, 'stats', () => readStats(db));
  handle(app, 'activity', async ({ query, account }) => {
    const { q, before, after, limit = ACTIVITY.pageDefault, platform, ...rest } = query;
    const wanted = platformsNamed(platform, platforms);
    const read = () => listActivity(db, { ...rest, q, before, after, limit, platforms: wanted });
    if (!q) return read();
    await searches.count(account.id);
    const rows = await read();
    const last = rows[limit - 1];
    const from = after ?? before;
    // A page that is not full was read to the end of the log.
    if (last && from !== undefined && Math.abs(from - Number(last.id)) <= UNCOUNTED_ROWS)
      await searches.refund(account.id);
    return rows;
  });
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
