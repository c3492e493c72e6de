import { productName } from '../device/product.ts';
import { useAction } from './actions.ts';

export interface Command {
  readonly pending: boolean;
  readonly run: () => void;
}

/**
 * Sends a heartbeat now and says how it ended.
 *
 * @param platform as the summary names it; the product's name until that is known
 */
export function usePing(platform: string | undefined): Command {
  const { isPending, mutate } = useAction('ping', {
    success: `Heartbeat ping sent to ${platform ?? productName()} mesh`,
    failure: 'Failed to send heartbeat ping',
  });
  return { pending: isPending, run: () => mutate() };
}

/** Reconnects every connection of the mesh and says whether that was begun. */
export function useReconnect(): Command {
  const { isPending, mutate } = useAction('reconnect', {
    success: 'Manual reconnect initiated',
    failure: 'Failed to initiate reconnect',
  });
  return { pending: isPending, run: () => mutate() };
}
