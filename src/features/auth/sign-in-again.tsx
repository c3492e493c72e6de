import { Modal, Stack } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { accountName } from '../../client/markers.ts';
import { openConsole } from '../../client/session.ts';
import { productName } from '../../product.ts';
import { notify } from '../../shared/notices.ts';
import { SignInCard } from './sign-in-card.tsx';
import { SignInWays } from './sign-in-ways.tsx';
import { useSignIn } from './use-sign-in.ts';

/** Signs in over the screen, which continues from where it was. */
export function SignInAgain({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const account = accountName();
  const { href } = useLocation();
  const signIn = useSignIn(async () => {
    // Another account's console starts from the beginning: nothing of this one is shown in it.
    if (accountName() !== account) window.location.reload();
    else await openConsole(account);
    // It replaces the toast of a try that failed before.
    const message = `Successfully logged into ${productName()}`;
    notify({ title: 'Welcome back!', message, severity: 'success' });
    onClose();
    focusScreen();
  });
  return (
    <Modal opened={opened} title="Sign in again" onClose={onClose}>
      <Stack gap="md">
        <SignInCard signIn={signIn} username={account} />
        <SignInWays signIn={signIn} next={href} collapses />
      </Stack>
    </Modal>
  );
}

/** What opened the dialog is gone with the notice that held it. */
function focusScreen(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('#screen')?.focus());
}
