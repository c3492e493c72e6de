import { Button, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { PASSWORD_MIN } from '../../../contract/account-limits.ts';
import { SOVEREIGN_LEVELS, type SovereignLevel } from '../../../contract/limits.ts';
import type { RegistrationPayload } from '../../../contract/sent/account.ts';
import { TEXT_MAX } from '../../../contract/text-limits.ts';
import { PasswordField, UsernameField } from '../../ui/account-fields.tsx';

const LEVEL_LABELS: Record<SovereignLevel, string> = {
  'S11.1': 'S11.1 (Standard Intelligence)',
  'S11.1+Atom2': 'S11.1+Atom2 (Enhanced Analysis)',
  'S11.1+Atom2+Prometheus': 'S11.1+Atom2+Prometheus (Full Suite)',
};
const LEVELS = SOVEREIGN_LEVELS.map((value) => ({ value, label: LEVEL_LABELS[value] }));

interface SignUpFormProps {
  busy: boolean;
  problem?: string | undefined;
  /** Id of the text that says why nobody can sign up now. */
  closedBy?: string | undefined;
  /** A field got the focus: soon there will be something to send. */
  onFocus?: () => void;
  onSubmit: (payload: RegistrationPayload) => void;
  /** Password and confirmation differ; nothing is sent. */
  onMismatch: () => void;
}

/** A new account's fields. The values stay in the fields, so a failure leaves the form as it was. */
export function SignUpForm(props: SignUpFormProps) {
  const { busy, problem, closedBy, onFocus, onSubmit, onMismatch } = props;
  const [mismatch, setMismatch] = useState(false);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const differs = fields.get('password') !== fields.get('confirmPassword');
    setMismatch(differs);
    if (differs) onMismatch();
    else onSubmit(payloadOf(fields));
  }

  return (
    <form method="post" onSubmit={submit} onFocus={onFocus}>
      <Stack gap="md">
        <UsernameField />
        <TextInput
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          maxLength={TEXT_MAX.email}
          required
        />
        <NativeSelect
          label="Sovereign access level"
          description="Kept with your account. What you may do here depends on your role alone."
          name="sovereignLevel"
          data={LEVELS}
          required
        />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          description={`At least ${PASSWORD_MIN} characters`}
        />
        <PasswordField
          label="Confirm password"
          name="confirmPassword"
          autoComplete="new-password"
          error={mismatch && 'Passwords do not match'}
          onChange={() => setMismatch(false)}
        />
        <Text size="sm" c="red" hidden={!problem}>
          {problem}
        </Text>
        <Button
          type="submit"
          variant="filled"
          fullWidth
          mt="xs"
          disabled={busy || closedBy !== undefined}
          aria-describedby={closedBy}
        >
          {busy ? 'Creating Account...' : 'Create Account'}
        </Button>
      </Stack>
    </form>
  );
}

function payloadOf(fields: FormData): RegistrationPayload {
  const level = SOVEREIGN_LEVELS.find((known) => known === fields.get('sovereignLevel'));
  return {
    username: String(fields.get('username')),
    email: String(fields.get('email')),
    password: String(fields.get('password')),
    sovereignLevel: level ?? SOVEREIGN_LEVELS[0],
  };
}
