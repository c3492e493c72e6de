import { type Failure, messageOf } from '../link/outcome.ts';

/** @returns the toast of a sign-in that failed, as the catalogue has it */
export function signInFailure(failure: Failure) {
  if (failure.why !== 'refused') {
    const text = 'Unable to connect to authentication service';
    return { title: 'Connection Error', text, tone: 'bad' } as const;
  }
  const text = messageOf(failure) ?? 'Invalid credentials';
  return { title: 'Login Failed', text, tone: 'bad' } as const;
}
