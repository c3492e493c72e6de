import { accountName, hasMarker, keptName } from '../../device/markers.ts';
import { deviceStorage } from '../../device/storage.ts';
import { onTick } from '../connection.ts';
import { pageCache } from '../page-cache.ts';
import { workerClient } from '../worker-client.ts';
import type { Seen } from './away.ts';
import { createAwayWatch, type SeenMemory } from './away-watch.ts';

/** By hand, as zod would be a twentieth of the page's code. */
function isSeen(value: unknown): value is Seen {
  const seen = value as Partial<Seen> | null | undefined;
  return typeof seen?.at === 'number' && haveIds(seen.rows) && haveIds(seen.platforms);
}

const haveIds = (list: unknown = []) =>
  Array.isArray(list) && list.every((row) => row?.id !== undefined);

/** The newest rows are enough to find where the record goes on. */
const ROWS_KEPT = 100;

/** Of the account that is signed in, on this device. */
const seenMemory: SeenMemory = {
  load: () => deviceStorage.getJson(keptName('last-seen'), isSeen),
  save({ at, rows, platforms }) {
    // Whoever has signed out leaves nothing here.
    if (!hasMarker()) return;
    deviceStorage.setJson(keptName('last-seen'), {
      at,
      rows: rows?.slice(0, ROWS_KEPT).map(({ id }) => ({ id })),
      platforms: platforms?.map(({ id, status }) => ({ id, status })),
    });
  },
};

/** Of this page. */
export const awayWatch = createAwayWatch(pageCache, workerClient, onTick, seenMemory, accountName);
