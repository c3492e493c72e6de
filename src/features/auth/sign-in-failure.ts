import type { Notice } from '../../shared/notices.ts';
import { type Failure, messageOf } from '../../shared/outcome.ts';

/** @returns the notice of a failed sign-in (specification section 8) */
export function signInFailure(failure: Failure): Notice {
  return accountFailure(failure, 'authentication', 'Login Failed', 'Invalid credentials');
}

/** @returns the notice of a failed registration (specification section 8) */
export function signUpFailure(failure: Failure): Notice {
  return accountFailure(failure, 'registration', 'Registration Failed', 'Unable to create account');
}

function accountFailure(failure: Failure, service: string, title: string, reason: string): Notice {
  return failure.why === 'refused'
    ? { title, message: messageOf(failure) ?? reason, severity: 'error' }
    : {
        title: 'Connection Error',
        message: `Unable to connect to ${service} service`,
        severity: 'error',
      };
}
