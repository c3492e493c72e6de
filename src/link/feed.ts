import type { QueryClient } from '@tanstack/react-query';
import type { Mirror } from './mirror.ts';
import { dataWorker } from './worker.ts';

/**
 * Writes what the worker pushes under its key into the Query cache; the only writer there is.
 *
 * @returns the undo
 */
export function startFeed(
  queryClient: QueryClient,
  mirror: Mirror = dataWorker.mirror,
): () => void {
  for (const entry of mirror.entries()) queryClient.setQueryData(entry.key, entry);
  return mirror.subscribe((push) => {
    if (push.cleared) queryClient.clear();
    for (const { key, news } of push.entries ?? []) {
      if (news.kind === 'gone') queryClient.removeQueries({ queryKey: key, exact: true });
      else queryClient.setQueryData(key, mirror.entry(key));
    }
  });
}
