import { notify } from '../../shared/notices.ts';
import { callAccount, signInFailure } from './account-calls.ts';

const PROBLEMS: Readonly<Record<string, string>> = {};

const UNKNOWN_PROBLEM = 'The sign-in at the provider did not succeed. Please try again.';

/** Says why a sign-in at the OpenID provider failed; until it is read. */
export function notifyProblem(problem: string): void {
  notify({
    title: 'Login Failed',
    message: (Object.hasOwn(PROBLEMS, problem) && PROBLEMS[problem]) || UNKNOWN_PROBLEM,
    severity: 'error',
    autoClose: false,
  });
}

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
