import { useState } from 'react';
import type { PlatformRow } from '../../../contract/shapes/platform.ts';
import { notifyFailure, useAction } from '../../console/actions.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { DialogProps } from '../../ui/lazy-dialog.tsx';

interface SimulatedDialogProps extends DialogProps {
  /** The simulated ones. */
  rows: readonly PlatformRow[];
}

/** Asks whether the simulated platforms go, now that there is a real one. */
export function SimulatedDialog({ opened, rows, onClose }: SimulatedDialogProps) {
  const removal = useAction('removePlatform');
  const [isPending, setPending] = useState(false);
  async function removeAll(): Promise<void> {
    setPending(true);
    try {
      for (const { id } of rows) await removal.mutateAsync({ params: { id }, history: 'erase' });
    } catch (error) {
      notifyFailure('The simulated platforms were not all removed', error);
    }
    setPending(false);
    onClose();
  }
  return (
    <ConfirmDialog
      opened={opened}
      title="Remove the simulated platforms?"
      text={`You have added a real platform. ${rows.map(({ name }) => name).join(', ')} run on this server, to try the product out. Removed, they are gone with their history and incidents, and do not come back.`}
      confirm="Remove simulated platforms"
      cancel="Keep them"
      pending={isPending}
      onConfirm={() => void removeAll()}
      onClose={onClose}
    />
  );
}
