import { PASSWORD_MIN } from '../../../contract/account-limits.ts';
import { TEXT_MAX } from '../../../contract/text-limits.ts';
import { usernameKey } from '../rows/accounts.ts';
import { isCommonPassword } from './passwords.ts';

interface PasswordContext {
  readonly username: string;
  readonly email: string;
  /** Name of the product. */
  readonly product: string;
}

/**
 * The rules of NIST SP 800-63B section 3.1.1.2: a length, a list of common passwords, and no words of the context. There
 * are no rules on the kinds of characters, because they make passwords weaker.
 *
 * @returns why a new password is refused, as a sentence; undefined: it is accepted
 */
export function passwordProblem(
  password: string,
  { username, email, product }: PasswordContext,
): string | undefined {
  if (password.length < PASSWORD_MIN)
    return `The password must have at least ${PASSWORD_MIN} characters.`;
  if (password.length > TEXT_MAX.password)
    return `The password must have at most ${TEXT_MAX.password} characters.`;
  if (isCommonPassword(password)) return 'That password is too common. Please choose another one.';
  const [mailbox = ''] = email.split('@', 1);
  const guessed = [username, email, mailbox, product].map(wordOf).filter(Boolean);
  return guessed.includes(wordOf(password))
    ? 'That password is a name that others know. Please choose another one.'
    : undefined;
}

/** Digits and punctuation at the ends do not make a name a secret. */
const wordOf = (text: string) =>
  usernameKey(text).replace(/^[\p{N}\p{P}\p{S}\s]+|[\p{N}\p{P}\p{S}\s]+$/gu, '');
