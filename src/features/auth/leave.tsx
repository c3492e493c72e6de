import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { unsentCount } from '../../client/outbox.ts';
import { followSignOut, signOut } from '../../client/session.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { forgetNotified } from '../notifications/notified.ts';

const ConfirmDialog = lazyDialog(
  async () => (await import('../../ui/confirm-dialog.tsx')).ConfirmDialog,
);

/**
 * Signing out, and the question before it when uploads of this device would be lost.
 *
 * @returns what begins it, and what is to be drawn meanwhile
 */
export function useLeave(): { leave: () => void; question: ReactNode } {
  const router = useRouter();
  const [unsent, setUnsent] = useState(0);
  useEffect(() => followSignOut(() => void router.navigate({ to: '/login' })), [router]);

  function leaveNow(): void {
    setUnsent(0);
    forgetNotified()
      .then(signOut)
      .then(() => router.navigate({ to: '/login' }), reportError);
  }

  function leave(): void {
    const count = unsentCount();
    if (count === 0) leaveNow();
    else setUnsent(count);
  }

  const what = unsent === 1 ? '1 upload has not been sent' : `${unsent} uploads have not been sent`;
  const question = (
    <ConfirmDialog
      opened={unsent > 0}
      title="Unsent uploads"
      text={`${what}. Signing out removes ${unsent === 1 ? 'it' : 'them'} from this device.`}
      cancel="Stay signed in"
      confirm="Sign out and remove"
      onClose={() => setUnsent(0)}
      onConfirm={leaveNow}
    />
  );
  return { leave, question };
}
