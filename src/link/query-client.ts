import { QueryClient } from '@tanstack/react-query';

/** The Query cache as a shelf for what the worker pushes: it fetches nothing by itself, ever. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The worker decides when something is read again (specification section 9).
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: false,
        // The feed writes reads that no screen shows at the moment; they must be there when one does.
        gcTime: Number.POSITIVE_INFINITY,
        // Pushes keep unchanged rows identical; comparing again would undo it for shifted lists.
        structuralSharing: false,
        // The worker answers without a network too.
        networkMode: 'always',
      },
      mutations: {
        retry: false,
        // The default would park an action made offline and fire it later by itself.
        networkMode: 'always',
      },
    },
  });
}
