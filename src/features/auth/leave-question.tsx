import { unsentCount } from '../../console/outbox.ts';
import { unsentText } from '../../console/unsent.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { DialogProps } from '../../ui/lazy-dialog.tsx';

/** Asked before signing out when something of this device was not sent. */
export function LeaveQuestion({
  opened,
  onClose,
  onConfirm,
}: DialogProps & { onConfirm: () => void }) {
  return (
    <ConfirmDialog
      opened={opened}
      title={unsentCount() > 0 ? 'Unsent uploads' : 'Unsent acknowledgements'}
      text={unsentText() ?? ''}
      cancel="Stay signed in"
      confirm="Sign out and remove"
      onClose={onClose}
      onConfirm={onConfirm}
    />
  );
}
