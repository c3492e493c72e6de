import type { LoginPayload, RegistrationPayload } from '../../contract/sent/account.ts';
import type { PayloadOf } from '../../contract/sent.ts';
import type { SessionInfo, SignInAnswer } from '../../contract/shapes/account.ts';
import type { InvitationCheck, PasskeyOptions } from '../../contract/shapes/people.ts';
import { setMarkers } from '../device/markers.ts';
import type { Outcome } from '../shared/outcome.ts';
import { workerClient } from './worker-client.ts';

/** The calls of the sign-in and sign-up pages. None throws; the markers are set when one has signed in. */

export const signIn = (payload: LoginPayload) => enter('login', payload);

export const register = (payload: RegistrationPayload) => enter('register', payload);

/** After a sign-in that was answered with the second factors of its account. */
export const sendSecondFactor = (payload: PayloadOf<'secondFactor'>) =>
  enter('secondFactor', payload);

export const signInWithPasskey = (payload: PayloadOf<'passkeySignIn'>) =>
  enter('passkeySignIn', payload);

/** @returns what the authenticator is asked */
export const passkeyChallenge = () =>
  workerClient.send('passkeyChallenge') as Promise<Outcome<PasskeyOptions>>;

export const checkInvitation = (invitation: string) =>
  workerClient.send('checkInvitation', { payload: { invitation } }) as Promise<
    Outcome<InvitationCheck>
  >;

/** Takes over the session that the OpenID provider's answer has opened. @returns null: there is none */
export async function adoptSession(): Promise<Outcome<SessionInfo | null>> {
  const outcome = (await workerClient.send('session')) as Outcome<SessionInfo | null>;
  if (outcome.ok && outcome.data) setMarkers(outcome.data.user.username);
  return outcome;
}

async function enter(
  name: 'login' | 'register' | 'secondFactor' | 'passkeySignIn',
  payload: object,
): Promise<Outcome<SignInAnswer>> {
  const outcome = (await workerClient.send(name, { payload })) as Outcome<SignInAnswer>;
  if (outcome.ok) setMarkers(outcome.data.user?.username);
  return outcome;
}
