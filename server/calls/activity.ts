import type { FastifyInstance } from 'fastify';
import { ACTIVITY } from '../../contract/limits.ts';
import { keyOf } from '../../contract/paths.ts';
import { handle } from '../http/handle.ts';
import { listActivity } from '../store/activity.ts';
import type { Database } from '../store/database.ts';
import type { Journal } from '../store/journal.ts';

/**
 * The activity log. Its first page is what every console reads and changes least often, so its text is
 * kept until the journal tells of a new row.
 */
export function activityCalls(
  app: FastifyInstance,
  { db, journal }: { db: Database; journal: Journal },
): void {
  let firstPage: string | undefined;
  const undo = journal.subscribe((change) => {
    if (change.key.join('/') === ACTIVITY_KEY) firstPage = undefined;
  });
  app.addHook('onClose', async () => undo());

  async function readFirstPage(): Promise<string> {
    const seq = journal.seq();
    const text = JSON.stringify(await listActivity(db, { limit: ACTIVITY.pageDefault }));
    // A row that was told during the read may be missing from it.
    if (journal.seq() === seq) firstPage = text;
    return text;
  }

  handle(app, 'activity', async ({ query, reply }) => {
    const { before, limit, severity, q } = query;
    if (before === undefined && limit === undefined && severity === undefined && q === undefined) {
      return reply
        .type('application/json; charset=utf-8')
        .send(firstPage ?? (await readFirstPage()));
    }
    return listActivity(db, { before, limit: limit ?? ACTIVITY.pageDefault, severity, text: q });
  });
}

const ACTIVITY_KEY = keyOf('activity').join('/');
