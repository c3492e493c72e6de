import { TEXT_MAX } from '../../../contract/limits.ts';
import { TextField } from './text-field.tsx';

/** The name of an account, as the browser may fill it in. */
export const UsernameField = () => (
  <TextField
    label="Username"
    name="username"
    autoComplete="username"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={TEXT_MAX.username}
    required
  />
);
