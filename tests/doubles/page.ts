import type { Key } from '../../contract/paths.ts';
import { createPageCache } from '../../src/console/page-cache.ts';
import type { Push } from '../../src/shared/delta.ts';
import { type Entry, NOT_CONNECTED, type WorkerStatus } from '../../src/shared/model.ts';

/** The page at the other end of a worker's port: its cache, and what the worker last reported of itself. */
export interface Page {
  apply(push: Push): void;
  entry<T>(key: Key): Entry<T> | undefined;
  entries(): readonly Entry[];
  status(): WorkerStatus;
  /** Server time, epoch milliseconds. */
  serverNow(): number;
  /** Number of the last push. */
  received(): number;
}

/** @param now this device's clock, epoch milliseconds */
export function createPage(now: () => number): Page {
  const cache = createPageCache();
  let status: WorkerStatus = { connection: NOT_CONNECTED, skewMs: 0, storage: 'disk' };
  let received = 0;
  return {
    apply(push) {
      received = push.number;
      status = push.status ?? status;
      cache.apply(push);
    },
    entry: cache.entry,
    entries: () =>
      cache.queryClient
        .getQueryCache()
        .getAll()
        .flatMap(({ state }) => (state.data as Entry | undefined) ?? []),
    status: () => status,
    serverNow: () => now() + status.skewMs,
    received: () => received,
  };
}
