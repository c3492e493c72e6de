import { useAction } from '../link/actions.ts';
import { showToast } from '../ui/toast/toasts.ts';

/** Syncing the mesh, with the catalogue's toasts; wherever it is started from. */
export function useSyncMesh(): { start: () => void; pending: boolean } {
  const sync = useAction('sync');
  function start(): void {
    sync.mutateAsync().then(sayDone, sayFailed);
  }
  return { start, pending: sync.isPending };
}

function sayDone(): void {
  showToast({ title: 'Mesh synchronization completed successfully', tone: 'good' });
}

function sayFailed(): void {
  showToast({ title: 'Failed to synchronize mesh', tone: 'bad' });
}
