import { setNonce } from 'get-nonce';
import { workerClient } from './console/worker-client.ts';
import { installTrustedTypes, styleNonce } from './device/content-security.ts';
import { accountName, hasMarker, removeMarkers, signingOut } from './device/markers.ts';

/**
 * The entry of every page. For a signed-in operator the data worker starts and reads while React is still on its way.
 */
const PUBLIC_PATHS = ['/login', '/signup'];

async function boot(): Promise<void> {
  installTrustedTypes();
  setNonce(styleNonce());
  finishSignOut();
  const opened = isForOperator() ? openEarly() : undefined;
  if (!opened && document.documentElement.dataset.for === 'visitor') await whenLoaded();
  const { renderApp } = await import('./main.tsx');
  await whenParsed();
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  await renderApp(root, opened);
}

/** What somebody sees comes first, however slow the line; then the scripts, all at once. */
const SEEN_MAX_MS = 3000;

/** Resolves when the page for visitors has its styles and its picture: it is read without script. */
async function whenLoaded(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => {
      addEventListener('load', resolve, { once: true });
      setTimeout(resolve, SEEN_MAX_MS);
    });
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]'))
    link.media = 'all';
}

/** This script runs as soon as it is there, which may be before the whole page is. */
function whenParsed(): Promise<void> {
  return new Promise((resolve) => {
    if (document.readyState !== 'loading') resolve();
    else document.addEventListener('DOMContentLoaded', () => resolve(), { once: true });
  });
}

/** Somebody signed out here, and the page ended before it was complete. */
function finishSignOut(): void {
  const name = signingOut.get();
  if (name === undefined) return;
  removeMarkers();
  import('./console/finish-sign-out.ts')
    .then((page) => page.finishSignOut(name))
    .catch(reportError);
}

function isForOperator(): boolean {
  return hasMarker() && !PUBLIC_PATHS.includes(location.pathname);
}

/** The worker starts and reads what this device keeps while the rest of the console's start is loaded. */
async function openEarly(): Promise<() => void> {
  const name = accountName();
  const opening = workerClient.open(name);
  opening.catch(nothing);
  const session = import('./console/session.ts');
  workerClient.holdPushes(session.then(nothing, nothing));
  const { openConsoleEarly } = await session;
  return openConsoleEarly(name, location.pathname, opening);
}

const nothing = () => undefined;

// The boot script in index.html hears it and offers help.
boot().catch(reportError);
