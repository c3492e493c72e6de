import type { Display, DisplayOrder } from '../../../contract/shapes/display.ts';
import { useAction } from '../../client/actions.ts';
import { notify } from '../../shared/notices.ts';

/** The actions on displays, each with its notice. */
export interface DisplayActions {
  /** Id of the display that an action is under way on. */
  readonly busyWith: string | undefined;
  readonly approving: boolean;
  /** Why the last code was refused. */
  readonly error: string | undefined;
  /** @returns whether the display was approved */
  readonly onApprove: (approval: { code: string; name: string }) => Promise<boolean>;
  readonly onFlash: (display: Display) => void;
  readonly onReload: (display: Display) => void;
  readonly onRevoke: (display: Display) => void;
}

export function useDisplays(): DisplayActions {
  const approval = useAction('approveDisplay', {
    success: (_, { name }) => ({ title: 'Display approved', message: name }),
  });
  const order = useAction('orderDisplay', { failure: 'The display could not be reached' });
  const revocation = useAction('revokeDisplay', { failure: 'The display could not be revoked' });
  const busy = [order, revocation].find(({ isPending }) => isPending);

  const sendOrder = (word: DisplayOrder) => (display: Display) =>
    order.mutate({ params: { id: display.id }, order: word });

  return {
    busyWith: busy?.variables?.params.id,
    approving: approval.isPending,
    // The form says why.
    error: approval.error?.userMessage,
    onApprove: (asked) =>
      approval.mutateAsync(asked).then(
        () => true,
        () => false,
      ),
    onFlash: sendOrder('flash'),
    onReload: sendOrder('reload'),
    onRevoke: ({ id, name }) =>
      void revocation.mutateAsync({ params: { id } }).then(
        () => notify({ title: 'Display revoked', message: name, severity: 'success' }),
        () => undefined,
      ),
  };
}
