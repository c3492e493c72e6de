import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { deviceStorage } from '../../shared/storage.ts';
import { accountName, hasMarker, LAST_SEEN } from '../markers.ts';
import { pageCache } from '../page-cache.ts';
import { onTick } from '../ticks.ts';
import { workerClient } from '../worker-client.ts';
import type { AwayReport } from './away.ts';
import { createAwayWatch, type SeenMemory } from './away-watch.ts';

const SeenSchema = z.object({
  account: z.string(),
  at: z.number(),
  rows: z.optional(z.array(z.object({ id: z.union([z.string(), z.number()]) }))),
  platforms: z.optional(z.array(z.object({ id: z.string(), status: z.string() }))),
});

/** The newest rows are enough to find where the record goes on. */
const ROWS_KEPT = 100;

const memory: SeenMemory = {
  load() {
    const seen = deviceStorage.getJson(LAST_SEEN, SeenSchema);
    if (seen?.account !== accountName()) return undefined;
    return { at: seen.at, rows: seen.rows, platforms: seen.platforms };
  },
  save({ at, rows, platforms }) {
    // Whoever has signed out leaves nothing here.
    if (!hasMarker()) return;
    deviceStorage.setJson(LAST_SEEN, {
      account: accountName(),
      at,
      rows: rows?.slice(0, ROWS_KEPT).map(({ id }) => ({ id })),
      platforms: platforms?.map(({ id, status }) => ({ id, status })),
    });
  },
};

const watch = createAwayWatch(pageCache, workerClient, onTick, memory);

/** What changed while nobody could look at this screen for more than a minute; undefined: nothing to show. */
export function useAway(): { report: AwayReport | undefined; dismiss: () => void } {
  return { report: useSyncExternalStore(watch.subscribe, watch.report), dismiss: watch.dismiss };
}
