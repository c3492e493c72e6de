import { useAction } from '../../link/actions.ts';
import { productName } from '../../product.ts';
import { showToast } from '../../ui/toast/toasts.ts';

interface Command {
  readonly pending: boolean;
  readonly run: () => void;
}

/**
 * Sends a heartbeat now and says how it ended.
 *
 * @param platform as the summary names it; the product's name until that is known
 */
export function usePing(platform: string | undefined): Command {
  const action = useAction('ping');
  return {
    pending: action.isPending,
    run() {
      const title = `Heartbeat ping sent to ${platform ?? productName()} mesh`;
      action.mutateAsync().then(
        () => showToast({ title, tone: 'good' }),
        () => showToast({ title: 'Failed to send heartbeat ping', tone: 'bad' }),
      );
    },
  };
}

/** Drops and dials every connection of the mesh again and says whether that was begun. */
export function useReconnect(): Command {
  const action = useAction('reconnect');
  return {
    pending: action.isPending,
    run() {
      action.mutateAsync().then(
        () => showToast({ title: 'Manual reconnect initiated', tone: 'good' }),
        () => showToast({ title: 'Failed to initiate reconnect', tone: 'bad' }),
      );
    },
  };
}
