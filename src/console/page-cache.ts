import { notifyManager, QueryClient } from '@tanstack/react-query';
import type { Key } from '../../contract/paths.ts';
import { applyDelta, type EntryDelta, type Push } from '../shared/delta.ts';
import type { Entry } from '../shared/model.ts';
import { createSubscribable } from '../shared/subscribable.ts';
import { workerClient } from './worker-client.ts';

// Query's own timer would let a frame pass before an answer is rendered.
notifyManager.setScheduler(queueMicrotask);

export type PageCache = ReturnType<typeof createPageCache>;

/**
 * The page's one cache: TanStack Query. Reads are written by the worker's pushes alone, and are never fetched here; pages
 * of the system logs are asked of the worker when somebody looks at them.
 */
export function createPageCache() {
  const queryClient = createQueryClient();
  const changes = createSubscribable();

  function put({ delta, ...rest }: EntryDelta): void {
    if (delta.kind === 'gone') forget(rest.key);
    else
      queryClient.setQueryData<Entry>(rest.key, (known) => ({
        ...rest,
        data: applyDelta(known?.data, delta),
      }));
  }

  /** A paged list that is shown stays, without data. */
  function forget(key?: Key): void {
    const queries = queryClient.getQueryCache();
    for (const query of queries.findAll(key && { queryKey: key, exact: true })) {
      if (query.getObserversCount() > 0) query.reset();
      else queries.remove(query);
    }
  }

  return {
    queryClient,
    entry: <T>(key: Key): Entry<T> | undefined => queryClient.getQueryData(key),
    apply({ cleared, entries = [] }: Push): void {
      if (!cleared && entries.length === 0) return;
      notifyManager.batch(() => {
        if (cleared) forget();
        entries.forEach(put);
      });
      changes.emit();
    },
    /** Called after each push that changed entries. @returns the undo */
    subscribe: changes.subscribe,
  };
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The worker decides when something is read again (specification section 9).
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: false,
        // Reads that no screen shows at the moment must be there when one does.
        gcTime: Number.POSITIVE_INFINITY,
        // Deltas keep unchanged rows identical; comparing again would undo it for shifted lists.
        structuralSharing: false,
        // The worker answers without a network too.
        networkMode: 'always',
      },
      mutations: {
        retry: false,
        // The default would park an action made offline and send it later unasked.
        networkMode: 'always',
      },
    },
  });
}

/** The cache of this page. */
export const pageCache = createPageCache();
workerClient.onPush(pageCache.apply);
