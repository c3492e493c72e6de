import { Button, Stack } from '@mantine/core';
import type { FormEvent } from 'react';
import type { LoginPayload } from '../../../contract/sent/account.ts';
import { PasswordField, UsernameField } from '../../ui/account-fields.tsx';

interface SignInFormProps {
  busy: boolean;
  /** The account that is signed in again. */
  username?: string;
  /** A field got the focus: soon there will be something to send. */
  onFocus?: () => void;
  onSubmit: (payload: LoginPayload) => void;
}

/**
 * Username and password. The values stay in the fields, so what was typed or filled in before the page was ready is
 * sent, and a failure leaves the form as it was.
 */
export function SignInForm({ busy, username, onFocus, onSubmit }: SignInFormProps) {
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    onSubmit({
      username: String(fields.get('username')),
      password: String(fields.get('password')),
    });
  }

  return (
    <form method="post" onSubmit={submit} onFocus={onFocus}>
      <Stack gap="md">
        <UsernameField
          defaultValue={username}
          data-autofocus={username === undefined ? true : undefined}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          data-autofocus={username === undefined ? undefined : true}
        />
        <Button type="submit" variant="filled" fullWidth mt="xs" disabled={busy}>
          {busy ? 'Authenticating...' : 'Sign in'}
        </Button>
      </Stack>
    </form>
  );
}
