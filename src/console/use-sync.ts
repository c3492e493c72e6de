import { useAction } from './actions.ts';

/** Syncs the mesh and says how it ended, wherever the operator is by then. */
export function useSync(): { syncing: boolean; sync: () => void } {
  const { isPending, mutate } = useAction('sync', {
    success: ({ asked, reached, message }) => ({
      title: 'Mesh synchronization completed successfully',
      // Not everybody answered: the server's sentence says who.
      ...(asked !== undefined &&
        reached !== undefined &&
        reached < asked && {
          severity: 'warning',
          message: message?.replace(/^Mesh sync: /, '') ?? `${reached} of ${asked} answered.`,
        }),
    }),
    failure: 'Failed to synchronize mesh',
  });
  return { syncing: isPending, sync: () => mutate() };
}
