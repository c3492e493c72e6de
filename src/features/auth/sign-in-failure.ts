import { type Failure, messageOf } from '../../shared/outcome.ts';

/** @returns the notice of a failed sign-in (specification section 8) */
export function signInFailure(failure: Failure) {
  if (failure.why !== 'refused') {
    const message = 'Unable to connect to authentication service';
    return { title: 'Connection Error', message, severity: 'error' } as const;
  }
  const message = messageOf(failure) ?? 'Invalid credentials';
  return { title: 'Login Failed', message, severity: 'error' } as const;
}
