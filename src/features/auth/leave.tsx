import { type ReactNode, useState } from 'react';
import { waitingCount } from '../../console/acknowledgements.ts';
import { forgetNotified } from '../../console/notified.ts';
import { unsentCount } from '../../console/outbox.ts';
import { signOut } from '../../console/session.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

const LeaveQuestion = lazyDialog(async () => (await import('./leave-question.tsx')).LeaveQuestion);

/**
 * Signing out, and the question before it when something of this device that was not sent would be lost.
 *
 * @returns what begins it, and what is to be drawn meanwhile
 */
export function useLeave(): { leave: () => void; question: ReactNode } {
  const [asked, setAsked] = useState(false);
  const leave = () => (unsentCount() + waitingCount() === 0 ? leaveNow() : setAsked(true));
  const question = (
    <LeaveQuestion opened={asked} onClose={() => setAsked(false)} onConfirm={leaveNow} />
  );
  return { leave, question };
}

/** Signs out on this device, erases what it remembers, and leads to the sign-in, without a question. */
export function leaveNow(): void {
  signOut(forgetNotified()).catch(reportError);
}
