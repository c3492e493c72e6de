import type { OidcProblem } from '../../../contract/oidc.ts';
import { notify } from '../../console/notices.ts';
import { callAccount, signInFailure } from './account-calls.ts';

const PROBLEMS: Readonly<Record<OidcProblem, string>> = {
  cancelled: 'The sign-in at the provider was cancelled.',
  expired: 'The sign-in at the provider took too long. Please try again.',
  invalid: 'The answer of the provider could not be checked. Please try again.',
  unreachable: 'The provider cannot be reached now. Try again later, or sign in with a password.',
  'no-role': 'None of your groups at the provider may use this console. Ask an admin.',
  disabled: 'This account is disabled. Ask an admin.',
  'name-taken': 'Another account of this server has your name already. Ask an admin.',
};

const UNKNOWN_PROBLEM = 'The sign-in at the provider did not succeed. Please try again.';

/** Says why a sign-in at the OpenID provider failed; until it is read. */
export function notifyProblem(problem: string): void {
  notify({
    title: 'Login Failed',
    message: problemText(problem),
    severity: 'error',
    autoClose: false,
  });
}

const problemText = (problem: string) =>
  Object.hasOwn(PROBLEMS, problem) ? PROBLEMS[problem as OidcProblem] : UNKNOWN_PROBLEM;

/**
 * The provider has led back and the server has opened a session: this device takes it over.
 *
 * @returns whether there is one
 */
export async function finishSignIn(): Promise<boolean> {
  const outcome = await callAccount((account) => account.adoptSession());
  if (!outcome.ok) notify(signInFailure(outcome));
  else if (outcome.data === null) notifyProblem('');
  return outcome.ok && outcome.data !== null;
}
