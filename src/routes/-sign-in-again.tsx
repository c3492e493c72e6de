import { useState } from 'react';
import type { LoginPayload } from '../../contract/shapes/account.ts';
import { accountName, signIn } from '../link/account.ts';
import { openConsole } from '../link/console-ready.ts';
import { productName } from '../product.ts';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { SignInForm } from '../ui/sign-in/sign-in-form.tsx';
import { showToast } from '../ui/toast/toasts.ts';
import { signInFailure } from './-sign-in-failure.ts';

/** Signs in over the screen, which goes on from where it was. */
export function SignInAgain({ onClose }: { onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const account = accountName();

  async function submit(payload: LoginPayload): Promise<void> {
    setBusy(true);
    const outcome = await signIn(payload);
    setBusy(false);
    if (!outcome.ok) {
      showToast(signInFailure(outcome));
      return;
    }
    // Somebody else's console begins anew; nothing of the one before is shown in it.
    if (accountName() !== account) window.location.reload();
    else await openConsole(account);
    // It also takes the place of what was said of a try before.
    const text = `Successfully logged into ${productName()}`;
    showToast({ title: 'Welcome back!', text, tone: 'good' });
    onClose();
    focusScreen();
  }

  return (
    <Dialog opened title="Sign in again" onClose={onClose}>
      <div ref={markFirstField}>
        <SignInForm busy={busy} onSubmit={(payload) => void submit(payload)} />
      </div>
    </Dialog>
  );
}

/** What opened the dialog is gone with the notice that held it. */
function focusScreen(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('#screen')?.focus());
}

/** A dialog sets the focus on what is marked so, else on its first button, which is Close. */
function markFirstField(form: HTMLElement | null): void {
  form?.querySelector('input')?.setAttribute('data-autofocus', '');
}
