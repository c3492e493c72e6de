import type { LoginPayload, RegistrationPayload } from '../../contract/sent/account.ts';
import type { SignInAnswer } from '../../contract/shapes/account.ts';
import type { Outcome } from '../shared/outcome.ts';
import { setMarkers } from './markers.ts';
import { workerClient } from './worker-client.ts';

/** Signs in; the markers are set on success. Never throws. */
export function signIn(payload: LoginPayload): Promise<Outcome<SignInAnswer>> {
  return enter('login', payload);
}

/** Makes an account and signs in to it; the markers are set on success. Never throws. */
export function register(payload: RegistrationPayload): Promise<Outcome<SignInAnswer>> {
  return enter('register', payload);
}

async function enter(
  name: 'login' | 'register',
  payload: LoginPayload | RegistrationPayload,
): Promise<Outcome<SignInAnswer>> {
  const outcome = (await workerClient.send(name, { payload })) as Outcome<SignInAnswer>;
  if (outcome.ok) setMarkers(outcome.data.user?.username);
  return outcome;
}
