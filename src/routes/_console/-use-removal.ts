import type { Bundle } from '../../../contract/shapes/bundle.ts';
import { useAction } from '../../link/actions.ts';
import { ApiError, messageOf } from '../../link/outcome.ts';
import { showToast } from '../../ui/toast/toasts.ts';

/**
 * Removes a bundle from the server and says how it ended.
 *
 * @param onRemoved called once it is gone
 */
export function useRemoval(onRemoved: () => void) {
  const action = useAction('removeBundle');

  async function run(bundle: Bundle): Promise<void> {
    try {
      await action.mutateAsync({ params: { id: String(bundle.id) } });
      showToast({ title: 'Bundle removed', text: bundle.name, tone: 'good' });
      onRemoved();
    } catch (error) {
      const text = error instanceof ApiError ? (messageOf(error) ?? error.message) : bundle.name;
      showToast({ title: 'Failed to remove bundle', text, tone: 'bad' });
    }
  }
  return { removing: action.isPending, remove: (bundle: Bundle) => void run(bundle) };
}
