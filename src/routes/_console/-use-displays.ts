import { useState } from 'react';
import type { Display, DisplayOrder } from '../../../contract/shapes/display.ts';
import { useAction } from '../../link/actions.ts';
import { ApiError, messageOf } from '../../link/outcome.ts';
import { showToast } from '../../ui/toast/toasts.ts';

/** What is done with displays, and how it ended. */
export function useDisplays() {
  const approval = useAction('approveDisplay');
  const order = useAction('orderDisplay');
  const revocation = useAction('revokeDisplay');
  const [busyWith, setBusyWith] = useState<string>();

  async function run(display: Display, failed: string, work: () => Promise<void>): Promise<void> {
    setBusyWith(display.id);
    try {
      await work();
    } catch (error) {
      showToast({ title: failed, text: wordsOf(error), tone: 'bad' });
    }
    setBusyWith(undefined);
  }

  const give = (word: DisplayOrder) => (display: Display) =>
    void run(display, 'The display could not be told', async () => {
      await order.mutateAsync({ params: { id: display.id }, order: word });
    });

  return {
    busyWith,
    approving: approval.isPending,
    refusal: approval.error ? wordsOf(approval.error) : undefined,
    async onApprove(asked: { code: string; name: string }): Promise<boolean> {
      try {
        await approval.mutateAsync(asked);
        showToast({ title: 'Display approved', text: asked.name, tone: 'good' });
        return true;
      } catch {
        // The form says why, from `approval.error`.
        return false;
      }
    },
    onFlash: give('flash'),
    onReload: give('reload'),
    onRevoke: (display: Display) =>
      void run(display, 'The display could not be revoked', async () => {
        await revocation.mutateAsync({ params: { id: display.id } });
        showToast({ title: 'Display revoked', text: display.name, tone: 'good' });
      }),
  };
}

function wordsOf(error: unknown): string {
  return error instanceof ApiError ? (messageOf(error) ?? error.message) : String(error);
}
