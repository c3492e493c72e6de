import { Modal, Stack } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { notify } from '../../console/notices.ts';
import { openConsole } from '../../console/session.ts';
import { accountName } from '../../device/markers.ts';
import { productName } from '../../device/product.ts';
import type { DialogProps } from '../../ui/lazy-dialog.tsx';
import { SignInCard } from './sign-in-card.tsx';
import { SignInWays } from './sign-in-ways.tsx';
import { useSignIn } from './use-sign-in.ts';

/** Signs in over the screen, which continues from where it was. */
export function SignInAgain({ opened, onClose }: DialogProps) {
  const account = accountName();
  const { href } = useLocation();
  const signIn = useSignIn(async () => {
    await openConsole(accountName());
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
