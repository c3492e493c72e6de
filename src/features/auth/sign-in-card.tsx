import { Box, Button, Stack, Text } from '@mantine/core';
import type { FormEvent } from 'react';
import type { LoginPayload } from '../../../contract/sent/account.ts';
import { PasswordField, UsernameField } from '../../ui/account-fields.tsx';
import { useAskedFor } from '../../ui/use-loaded.ts';
import type { SignIn } from './use-sign-in.ts';

interface SignInCardProps {
  signIn: SignIn;
  /** The account that is signed in again. */
  username?: string;
  onFocus?: () => void;
}

/** The form, and in its place the second step of an account that has one. The form keeps what was typed. */
export function SignInCard({ signIn, username, onFocus }: SignInCardProps) {
  const { busy, problem, factors } = signIn;
  const Step = useAskedFor(loadStep, factors !== undefined, signIn.back);
  const isSecond = factors !== undefined && Step !== undefined;
  return (
    <>
      <Box hidden={isSecond}>
        <SignInForm
          busy={busy}
          problem={problem}
          {...(username !== undefined && { username })}
          {...(onFocus && { onFocus })}
          onSubmit={(payload) => void signIn.submit(payload)}
        />
      </Box>
      {isSecond ? <Step factors={factors} send={signIn.sendFactor} onBack={signIn.back} /> : null}
    </>
  );
}

const loadStep = async () => (await import('./second-step.tsx')).SecondStep;

interface SignInFormProps {
  busy: boolean;
  /** Why the last try failed; its toast has announced it. */
  problem?: string | undefined;
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
export function SignInForm({ busy, problem, username, onFocus, onSubmit }: SignInFormProps) {
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
        <Text size="sm" c="red" hidden={!problem}>
          {problem}
        </Text>
        <Button type="submit" variant="filled" fullWidth mt="xs" disabled={busy}>
          {busy ? 'Authenticating...' : 'Sign in'}
        </Button>
        <Text size="sm" c="dimmed" ta="center">
          Forgot your password? Ask an administrator of this server.
        </Text>
      </Stack>
    </form>
  );
}
