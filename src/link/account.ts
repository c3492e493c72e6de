import type {
  LoginPayload,
  RegistrationPayload,
  SignInAnswer,
} from '../../contract/shapes/account.ts';
import { closeConsole } from './console-ready.ts';
import { accountName, onMarkerElsewhere, removeMarkers, setMarkers } from './markers.ts';
import type { Outcome } from './outcome.ts';
import { dataWorker } from './worker.ts';

export { accountName } from './markers.ts';

/** Signs in; the markers are set on success. Never throws. */
export function signIn(payload: LoginPayload): Promise<Outcome<SignInAnswer>> {
  return enter('login', payload);
}

/** Makes an account and signs in to it; the markers are set on success. Never throws. */
export function register(payload: RegistrationPayload): Promise<Outcome<SignInAnswer>> {
  return enter('register', payload);
}

/**
 * Ends the session on the server as far as it can be reached, and on this device in any case: socket
 * closed, what the device remembers erased, markers removed.
 */
export async function signOut(): Promise<void> {
  await dataWorker.send('logout');
  await closeConsole();
  removeMarkers();
}

/**
 * Signing out in one tab signs out in all: what this tab shows and remembers of the account goes too.
 *
 * @param left called after it; leads away from the console
 * @returns the undo
 */
export function followSignOut(left: () => void): () => void {
  const account = accountName();
  return onMarkerElsewhere((username) => {
    if (username === account) return;
    if (username === null) removeMarkers();
    closeConsole().then(left, reportError);
  });
}

async function enter(
  name: 'login' | 'register',
  payload: LoginPayload | RegistrationPayload,
): Promise<Outcome<SignInAnswer>> {
  const outcome = (await dataWorker.send(name, { payload })) as Outcome<SignInAnswer>;
  if (outcome.ok) setMarkers(outcome.data.user?.username);
  return outcome;
}
