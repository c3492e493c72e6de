import { createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { isForPrograms } from '../../contract/prefixes.ts';

/**
 * The shell: every file of one build, kept whole before that build is used. A new build waits until a page
 * asks for it; only then are the files of the one before removed. Nothing else is ever kept or answered.
 */
export interface ShellFile {
  readonly url: string;
  readonly revision: string | null;
  readonly integrity?: string;
}

const PAGE = '/index.html';

/** @param build tells every page of the console which build has taken over */
export function serveShell(
  scope: ServiceWorkerGlobalScope,
  files: readonly ShellFile[],
  build: string,
): void {
  precacheAndRoute([...files]);
  const page = createHandlerBoundToURL(PAGE);
  registerRoute(({ request, url, sameOrigin }) => {
    return sameOrigin && request.mode === 'navigate' && isConsolePath(url.pathname);
  }, page);
  scope.addEventListener('message', (event) => {
    if (event.data?.kind === 'activate') event.waitUntil(scope.skipWaiting());
  });
  scope.addEventListener('activate', (event) => event.waitUntil(takeOver(scope, build)));
}

async function takeOver({ clients }: ServiceWorkerGlobalScope, build: string): Promise<void> {
  await clients.claim();
  for (const client of await clients.matchAll({ type: 'window' })) {
    client.postMessage({ kind: 'activated', build });
  }
}

/** @returns whether the console has this path, as a screen or as its "not found" */
export function isConsolePath(path: string): boolean {
  return !isForPrograms(path) && !/\.[^/]*$/.test(path) && !/%(?:2f|5c|00)/i.test(path);
}
