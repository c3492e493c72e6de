import type { AccountDetails } from '../../../contract/shapes/people.ts';

type Factors = Pick<
  AccountDetails,
  'source' | 'passkeys' | 'codesSince' | 'secondFactorRequired' | 'recoveryCodesLeft'
>;

export const hasSecondFactor = ({ passkeys, codesSince }: Factors): boolean =>
  passkeys.length > 0 || codesSince !== null;

/** Nothing else is allowed before a second factor is set up. */
export const mustSetUp = (account: Factors): boolean =>
  account.secondFactorRequired && account.source === 'local' && !hasSecondFactor(account);

/** @returns what protects the account, as sentences */
export function protectionText(account: Factors): string {
  const { source, passkeys, codesSince, secondFactorRequired } = account;
  if (source === 'oidc')
    return 'You sign in at the OpenID provider, which asks for a second factor by its own rules.';
  if (mustSetUp(account))
    return 'Your role needs a second factor, and only the password protects this account. Until a passkey or one-time codes are set up, this page is all that you may use.';
  if (!hasSecondFactor(account))
    return 'Only the password protects this account. A passkey or one-time codes protect it when the password is stolen.';
  const ways = [passkeys.length > 0 && 'a passkey', codesSince !== null && 'a one-time code'];
  const sentences = [
    `Signing in asks for ${ways.filter(Boolean).join(' or ')} beside the password.`,
    passkeys.length > 0 && 'A passkey alone signs in too.',
    secondFactorRequired && 'Your role requires a second factor.',
  ];
  return sentences.filter(Boolean).join(' ');
}

/** From here on new recovery codes are advised. */
const FEW = 2;

/** @returns why new recovery codes should be made; undefined: there are enough, or none are needed */
export function recoveryProblem(account: Factors): string | undefined {
  const { recoveryCodesLeft: left } = account;
  if (left > FEW || !hasSecondFactor(account)) return undefined;
  const count =
    left === 0
      ? 'No recovery code is'
      : `Only ${left} recovery code${left === 1 ? ' is' : 's are'}`;
  return `${count} left. Make new ones, or you cannot sign in when your device is lost.`;
}

/** @returns a name that no other passkey of the account has */
export function passkeyName({ passkeys, sessions }: Pick<AccountDetails, 'passkeys' | 'sessions'>) {
  const browser = sessions.find(({ current }) => current)?.browser ?? 'This device';
  const names = new Set(passkeys.map(({ name }) => name));
  if (!names.has(browser)) return browser;
  let number = 2;
  while (names.has(`${browser} ${number}`)) number += 1;
  return `${browser} ${number}`;
}
