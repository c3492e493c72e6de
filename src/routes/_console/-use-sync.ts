import { useAction } from '../../link/actions.ts';
import { showToast } from '../../ui/toast/toasts.ts';

/** Syncs the mesh and says how it ended, wherever the operator is by then. */
export function useSync(): { syncing: boolean; sync: () => void } {
  const action = useAction('sync');
  return {
    syncing: action.isPending,
    sync() {
      action.mutateAsync().then(
        () => showToast({ title: 'Mesh synchronization completed successfully', tone: 'good' }),
        () => showToast({ title: 'Failed to synchronize mesh', tone: 'bad' }),
      );
    },
  };
}
