import type { Notice } from '../../console/notices.ts';
import { type Failure, isProxyPage, messageOf, type Outcome } from '../../shared/outcome.ts';

/**
 * Signing in and up, whose code (the link to the data worker) is not part of the forms' pages: it is fetched
 * while a person fills the form in, so that the form is there sooner.
 */
export type Account = typeof import('../../console/sign-in.ts');

/** Fetches the code ahead. Failing here is no matter: the call will say so. */
export function prepareAccount(): void {
  load().catch(() => undefined);
}

/** Makes an account call. Never throws: code that cannot be fetched is a server that cannot be reached. */
export async function callAccount<T>(
  call: (account: Account) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const account = await load().catch(unreachable);
  return 'ok' in account ? account : call(account).catch(unreachable);
}

function load(): Promise<Account> {
  return import('../../console/sign-in.ts');
}

function unreachable(error: unknown): Failure {
  return { ok: false, status: 0, text: String(error), why: 'unreachable' };
}

/** @returns the notice of a failed sign-in (specification section 8) */
export function signInFailure(failure: Failure): Notice {
  return accountFailure(failure, 'authentication', 'Login Failed', 'Invalid credentials');
}

/** @returns the notice of a failed registration (specification section 8) */
export function signUpFailure(failure: Failure): Notice {
  return accountFailure(failure, 'registration', 'Registration Failed', 'Unable to create account');
}

/** Password and confirmation differ. */
export const PASSWORD_MISMATCH: Notice = {
  title: 'Password Mismatch',
  message: 'Passwords do not match',
  severity: 'error',
};

const GATEWAY = [502, 503, 504];

/** Whether the server refused it; a gateway's page says that it was not reached. */
const isAnswer = (failure: Failure) =>
  failure.why === 'refused' ||
  (failure.why === 'foreign' &&
    failure.status !== 0 &&
    !(GATEWAY.includes(failure.status) && isProxyPage(failure)));

function accountFailure(failure: Failure, service: string, title: string, reason: string): Notice {
  return isAnswer(failure)
    ? { title, message: messageOf(failure) ?? reason, severity: 'error' }
    : {
        title: 'Connection Error',
        message: `Unable to connect to ${service} service`,
        severity: 'error',
      };
}
