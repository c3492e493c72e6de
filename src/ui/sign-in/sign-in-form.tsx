import type { FormEvent } from 'react';
import { TEXT_MAX } from '../../../contract/limits.ts';
import type { LoginPayload } from '../../../contract/shapes/account.ts';
import { Button } from '../button/button.tsx';
import { PasswordField } from '../field/password-field.tsx';
import { UsernameField } from '../field/username-field.tsx';
import styles from '../gate/form.module.css';

interface SignInFormProps {
  busy: boolean;
  /** A field is entered: soon there will be something to send. */
  onBegin?: () => void;
  onSubmit: (payload: LoginPayload) => void;
}

/** Username and password. The inputs keep their own values, so a failure leaves the form as it was. */
export function SignInForm({ busy, onBegin, onSubmit }: SignInFormProps) {
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    onSubmit({
      username: String(fields.get('username')),
      password: String(fields.get('password')),
    });
  }

  return (
    <form method="post" className={styles.form} onSubmit={submit} onFocus={onBegin}>
      <UsernameField />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        maxLength={TEXT_MAX.password}
        required
      />
      <Button type="submit" kind="primary" size="l" busy={busy}>
        {busy ? 'Authenticating...' : 'Sign in'}
      </Button>
    </form>
  );
}
