import { Suspense, useSyncExternalStore } from 'react';
import type { AwayReport, Seen } from '../../client/away/away.ts';
import { createAwayWatch, type SeenMemory } from '../../client/away/away-watch.ts';
import { onTick } from '../../client/connection.ts';
import { accountName, hasMarker, LAST_SEEN } from '../../client/markers.ts';
import { pageCache } from '../../client/page-cache.ts';
import { workerClient } from '../../client/worker-client.ts';
import { deviceStorage } from '../../shared/storage.ts';
import { extra } from '../shell/extra.ts';

interface KeptSeen extends Seen {
  readonly account: string;
}

/** An older version may have kept something else. By hand, as zod would be a twentieth of the page's code. */
function isKeptSeen(value: unknown): value is KeptSeen {
  if (typeof value !== 'object' || value === null) return false;
  const { account, at, rows = [], platforms = [] } = value as Record<keyof KeptSeen, unknown>;
  const hasId = (row: unknown) => typeof row === 'object' && row !== null && 'id' in row;
  return (
    typeof account === 'string' &&
    typeof at === 'number' &&
    [rows, platforms].every((list) => Array.isArray(list) && list.every(hasId))
  );
}

/** The newest rows are enough to find where the record goes on. */
const ROWS_KEPT = 100;

const memory: SeenMemory = {
  load() {
    const seen = deviceStorage.getJson(LAST_SEEN, isKeptSeen);
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
function useAway(): { report: AwayReport | undefined; dismiss: () => void } {
  return { report: useSyncExternalStore(watch.subscribe, watch.report), dismiss: watch.dismiss };
}

const AwayPanel = extra(async () => (await import('./away-panel.tsx')).AwayPanel);

/** Shown to somebody who comes back after more than a minute. */
export function AwaySection() {
  const { report, dismiss } = useAway();
  if (report === undefined) return null;
  return (
    <Suspense>
      <AwayPanel {...report} onDismiss={dismiss} />
    </Suspense>
  );
}
