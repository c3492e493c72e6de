import { Alert, Anchor } from '@mantine/core';
import { IconLockExclamation } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { timeText } from '../../domain/moment.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

const SignInAgain = lazyDialog(async () => (await import('../auth/sign-in-again.tsx')).SignInAgain);

/**
 * What is known stays, dated, behind the sign-in, which opens at once: the notice may be out of sight. Who types is not
 * interrupted. The login page is the way for another tab.
 */
export function SessionExpired({ since }: { since: number }) {
  const [opened, setOpened] = useState(() => !document.activeElement?.matches('input, textarea'));
  const { href } = useLocation();
  return (
    <>
      <Alert color="red" role="group" mb="md" icon={<IconLockExclamation aria-hidden="true" />}>
        Your session has expired.{' '}
        <Anchor
          inherit
          fw={600}
          renderRoot={(props) => <Link to="/login" search={{ redirect: href }} {...props} />}
          onClick={(event) => {
            event.preventDefault();
            setOpened(true);
          }}
        >
          Sign in
        </Anchor>{' '}
        to continue. This data is from {timeText(since)}.
      </Alert>
      <SignInAgain opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}
