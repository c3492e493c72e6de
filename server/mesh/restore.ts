import { CONNECTION_STATUSES } from '../../contract/shapes/mesh.ts';
import type { Database } from '../store/database.ts';
import type { Journal } from '../store/journal.ts';
import { forgetStatuses, listPlatforms } from '../store/platforms.ts';
import type { Standing } from './standing.ts';

/**
 * Reads how the sisters stood when an earlier process last probed them, and takes those statuses out of
 * the store: until they are measured again they count for nothing.
 */
export async function restoreStandings(
  db: Database,
  journal: Journal,
): Promise<ReadonlyMap<string, Standing>> {
  const states = await listPlatforms(db);
  await journal.commit((tx) => forgetStatuses(tx));
  return new Map(
    states.map(({ id, status, latencyMs, lastSeen, changedAt }) => {
      const known = CONNECTION_STATUSES.find((one) => one === status) ?? 'unknown';
      return [id, { status: known, failure: null, latencyMs, lastSeen, changedAt }];
    }),
  );
}
