import type { FormEvent } from 'react';
import {
  PASSWORD_MIN,
  SOVEREIGN_LEVELS,
  type SovereignLevel,
  TEXT_MAX,
} from '../../../contract/limits.ts';
import type { RegistrationPayload } from '../../../contract/shapes/account.ts';
import { Button } from '../button/button.tsx';
import { PasswordField } from '../field/password-field.tsx';
import { SelectField } from '../field/select-field.tsx';
import { TextField } from '../field/text-field.tsx';
import { UsernameField } from '../field/username-field.tsx';
import styles from '../gate/form.module.css';

const LEVEL_WORDS: Record<SovereignLevel, string> = {
  'S11.1': 'S11.1 (Standard Intelligence)',
  'S11.1+Atom2': 'S11.1+Atom2 (Enhanced Analysis)',
  'S11.1+Atom2+Prometheus': 'S11.1+Atom2+Prometheus (Full Suite)',
};
const LEVEL_OPTIONS = SOVEREIGN_LEVELS.map((value) => ({ value, text: LEVEL_WORDS[value] }));

interface SignUpFormProps {
  busy: boolean;
  /** A field is entered: soon there will be something to send. */
  onBegin?: () => void;
  onSubmit: (payload: RegistrationPayload) => void;
  /** Password and confirmation differ; nothing is to be sent. */
  onMismatch: () => void;
}

/** A new account's fields. The inputs keep their own values, so a failure leaves the form as it was. */
export function SignUpForm({ busy, onBegin, onSubmit, onMismatch }: SignUpFormProps) {
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    if (fields.get('password') !== fields.get('confirmPassword')) {
      onMismatch();
      return;
    }
    onSubmit(payloadOf(fields));
  }

  return (
    <form method="post" className={styles.form} onSubmit={submit} onFocus={onBegin}>
      <UsernameField />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        maxLength={TEXT_MAX.email}
        required
      />
      <SelectField
        label="Sovereign access level"
        name="sovereignLevel"
        options={LEVEL_OPTIONS}
        defaultValue={SOVEREIGN_LEVELS[0]}
        required
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        maxLength={TEXT_MAX.password}
        hint={`At least ${PASSWORD_MIN} characters`}
        required
      />
      <PasswordField
        label="Confirm password"
        name="confirmPassword"
        autoComplete="new-password"
        maxLength={TEXT_MAX.password}
        required
      />
      <Button type="submit" kind="primary" size="l" busy={busy}>
        {busy ? 'Creating Account...' : 'Create Account'}
      </Button>
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
