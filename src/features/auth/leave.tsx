import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { waitingCount } from '../../client/acknowledgements.ts';
import { unsentCount } from '../../client/outbox.ts';
import { followSignOut, signOut } from '../../client/session.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { forgetNotified } from '../notifications/notified.ts';

const ConfirmDialog = lazyDialog(
  async () => (await import('../../ui/confirm-dialog.tsx')).ConfirmDialog,
);

/** What would be lost by signing out. */
interface Unsent {
  readonly uploads: number;
  readonly acknowledgements: number;
}

const NOTHING: Unsent = { uploads: 0, acknowledgements: 0 };

/**
 * Signing out, and the question before it when something of this device that was not sent would be lost.
 *
 * @returns what begins it, and what is to be drawn meanwhile
 */
export function useLeave(): { leave: () => void; question: ReactNode } {
  const router = useRouter();
  const [unsent, setUnsent] = useState(NOTHING);
  const signOutNow = useLeaveNow();
  useEffect(() => followSignOut(() => void router.navigate({ to: '/login' })), [router]);

  function leaveNow(): void {
    setUnsent(NOTHING);
    signOutNow();
  }

  function leave(): void {
    const found = findUnsent();
    if (totalOf(found) === 0) leaveNow();
    else setUnsent(found);
  }

  const question = (
    <ConfirmDialog
      opened={totalOf(unsent) > 0}
      title={unsent.uploads > 0 ? 'Unsent uploads' : 'Unsent acknowledgements'}
      text={lossText(unsent)}
      cancel="Stay signed in"
      confirm="Sign out and remove"
      onClose={() => setUnsent(NOTHING)}
      onConfirm={leaveNow}
    />
  );
  return { leave, question };
}

/** @returns what signs out on this device, erases what it remembers, and leads to the sign-in, without a question */
export function useLeaveNow(): () => void {
  const router = useRouter();
  return () => {
    forgetNotified()
      .then(signOut)
      .then(() => router.navigate({ to: '/login' }), reportError);
  };
}

/** @returns what signing out now would lose, as sentences; undefined: nothing */
export function unsentText(): string | undefined {
  const unsent = findUnsent();
  return totalOf(unsent) === 0 ? undefined : lossText(unsent);
}

const findUnsent = (): Unsent => ({ uploads: unsentCount(), acknowledgements: waitingCount() });

const totalOf = ({ uploads, acknowledgements }: Unsent) => uploads + acknowledgements;

function lossText(unsent: Unsent): string {
  const counted = (count: number, thing: string) =>
    count === 0 ? [] : [`${count} ${thing}${count === 1 ? '' : 's'}`];
  const things = [
    ...counted(unsent.uploads, 'upload'),
    ...counted(unsent.acknowledgements, 'acknowledgement'),
  ].join(' and ');
  const isOne = totalOf(unsent) === 1;
  return `${things} ${isOne ? 'has' : 'have'} not been sent. Signing out removes ${isOne ? 'it' : 'them'} from this device.`;
}
