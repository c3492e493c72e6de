import { Modal } from '@mantine/core';
import { useState } from 'react';
import type { LoginPayload } from '../../../contract/sent/account.ts';
import { accountName } from '../../client/markers.ts';
import { openConsole } from '../../client/session.ts';
import { signIn } from '../../client/sign-in.ts';
import { productName } from '../../product.ts';
import { notify } from '../../shared/notices.ts';
import { signInFailure } from './account-calls.ts';
import { SignInForm } from './sign-in-form.tsx';

/** Signs in over the screen, which continues from where it was. */
export function SignInAgain({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const account = accountName();

  async function submit(payload: LoginPayload): Promise<void> {
    setBusy(true);
    const outcome = await signIn(payload);
    setBusy(false);
    if (!outcome.ok) {
      notify(signInFailure(outcome));
      return;
    }
    // Another account's console starts from the beginning: nothing of this one is shown in it.
    if (accountName() !== account) window.location.reload();
    else await openConsole(account);
    // It replaces the toast of a try that failed before.
    const message = `Successfully logged into ${productName()}`;
    notify({ title: 'Welcome back!', message, severity: 'success' });
    onClose();
    focusScreen();
  }

  return (
    <Modal opened={opened} title="Sign in again" onClose={onClose}>
      <SignInForm busy={busy} username={account} onSubmit={(payload) => void submit(payload)} />
    </Modal>
  );
}

/** What opened the dialog is gone with the notice that held it. */
function focusScreen(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('#screen')?.focus());
}
