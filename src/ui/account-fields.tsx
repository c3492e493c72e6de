import {
  PasswordInput,
  type PasswordInputProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { TEXT_MAX } from '../../contract/text-limits.ts';

/** As it was typed: no keyboard or browser corrects it. */
const VERBATIM = { autoCapitalize: 'none', spellCheck: false, required: true } as const;

export function UsernameField(props: TextInputProps) {
  return (
    <TextInput
      label="Username"
      name="username"
      autoComplete="username"
      maxLength={TEXT_MAX.username}
      {...VERBATIM}
      {...props}
    />
  );
}

/** The browser knows by `autoComplete` whether a password is filled in or made up. */
export function PasswordField(props: PasswordInputProps & { label: string }) {
  return (
    <PasswordInput
      name="password"
      maxLength={TEXT_MAX.password}
      visibilityToggleButtonProps={{ 'aria-label': `Show ${props.label.toLowerCase()}` }}
      {...VERBATIM}
      {...props}
    />
  );
}
