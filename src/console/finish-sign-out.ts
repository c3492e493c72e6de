import { hasMarker, signingOut } from '../device/markers.ts';
import { eraseAccount } from './device-data.ts';
import { notify } from './notices.ts';
import { endSession } from './sign-out.ts';

const AGAIN_MS = 15_000;

/** At a page's start: completes the sign-out that the last page began, at the server once it can be reached. */
export async function finishSignOut(name: string): Promise<void> {
  // Back from the OpenID provider there is a new session, which has replaced the old one at the server.
  if (location.search.includes('signed-in=')) return;
  const isPending = () => signingOut.get() === name;
  notify({
    title: 'Signed out on this device',
    message:
      'The server could not be reached. Your session there ends when this browser reaches it, or when it expires.',
    severity: 'warning',
    autoClose: false,
  });
  eraseAccount(name).catch(reportError);
  while (isPending()) {
    if (await endSession(name)) signingOut.end();
    else await onlineOrLater();
  }
  if (hasMarker()) return;
  const message = 'The server has ended your session.';
  notify({ title: 'Signed out', message, severity: 'success' });
}

function onlineOrLater(): Promise<void> {
  return new Promise((resolve) => {
    addEventListener('online', () => resolve(), { once: true });
    setTimeout(resolve, AGAIN_MS);
  });
}
