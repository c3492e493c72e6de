import { deviceStorage } from '../../shared/storage.ts';
import { accountName, hasMarker, LAST_SEEN } from '../markers.ts';
import type { Seen } from './away.ts';
import type { SeenMemory } from './away-watch.ts';

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

/** Of the account that is signed in, on this device. */
export const seenMemory: SeenMemory = {
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
