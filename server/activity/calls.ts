import type { FastifyInstance } from 'fastify';
import { ACTIVITY } from '../../contract/limits.ts';
import { platformsNamed } from '../../contract/platform-filter.ts';
import type { NodeBase } from '../feature.ts';
import { handle } from '../http/handle.ts';
import { listActivity } from './rows.ts';

/** Each may read the whole log, which keeps SQLite from everybody else for 0.1 s: 6 s a minute at most. */
const SEARCHES_PER_ACCOUNT = { max: 60, windowMs: 60_000, keysMax: 10_000 };

/** Rows that any read may pass. A page within them does not count, so that long answers are scrolled and exported whole. */
const UNCOUNTED_ROWS = 20_000;

export function activityCalls(
  app: FastifyInstance,
  { db, limits, platforms }: Pick<NodeBase, 'db' | 'limits' | 'platforms'>,
): void {
  const searches = limits.attempts('activity search by account', SEARCHES_PER_ACCOUNT);
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
