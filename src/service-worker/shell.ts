import { addPlugins, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { registerRoute, setCatchHandler } from 'workbox-routing';
import { PLAIN_PAGE, pageOf } from '../../contract/pages.ts';
import { isForPrograms } from '../../contract/prefixes.ts';
import { askedToKeep } from './asked-to-keep.ts';
import { createShellFiles, type ShellFile, type ShellFiles } from './shell-files.ts';

/**
 * The shell: every file of one build, kept whole before that build is used. A new build waits until a page
 * asks for it; only then are the files of the one before removed. Nothing else is ever kept or answered.
 *
 * @param files all of the build
 * @param build its name; every page of the console is told when it has taken over
 */
export function serveShell(
  scope: ServiceWorkerGlobalScope,
  files: readonly ShellFile[],
  build: string,
): void {
  addPlugins([{ requestWillFetch: async ({ request }) => toKeep(request) }]);
  // By their names alone: `/` is a page like every other, and looked at like every other.
  precacheAndRoute([...files], { directoryIndex: '', cleanURLs: false });
  const kept = createShellFiles(scope.caches, files);
  const pages = new Map(
    files.flatMap(({ url }) =>
      url.endsWith('.html') ? [[url, createHandlerBoundToURL(`/${url}`)] as const] : [],
    ),
  );
  registerRoute(
    ({ request, url, sameOrigin }) =>
      sameOrigin && request.mode === 'navigate' && isConsolePath(url.pathname),
    async (asked) => {
      const built = pageOf(asked.url.pathname);
      const page = pages.has(built) ? built : PLAIN_PAGE;
      // A broken page could not call for help: it is looked at each time.
      await kept.mend(page).catch(() => undefined);
      const answer = pages.get(page)?.(asked) ?? fetch(asked.request);
      return answer.catch(() => fetch(asked.request)).catch(lastWords);
    },
  );
  // A disk that fails takes the copies, not the server.
  setCatchHandler(({ request }) => fetch(request));
  scope.addEventListener('message', (event) => {
    const { kind } = event.data ?? {};
    if (kind === 'activate') event.waitUntil(scope.skipWaiting());
    if (kind === 'which') {
      event.source?.postMessage({ kind: 'running', build });
      event.waitUntil(lookAfter(kept, event.source));
    }
    if (kind === 'mend')
      event.waitUntil(kept.mendAll().then(() => event.ports[0]?.postMessage({})));
  });
  scope.addEventListener('activate', (event) => event.waitUntil(takeOver(scope, build)));
}

function toKeep(request: Request): Request {
  const isPlain = request.cache === 'default' && request.mode !== 'navigate';
  return isPlain ? new Request(request, askedToKeep(request.url)) : request;
}

/** @returns whether the console has this path, as a screen or as its "not found" */
export function isConsolePath(path: string): boolean {
  return !isForPrograms(path) && !/\.[^/]*$/.test(path) && !/%(?:2f|5c|00)/i.test(path);
}

async function takeOver({ clients }: ServiceWorkerGlobalScope, build: string): Promise<void> {
  await clients.claim();
  for (const client of await clients.matchAll({ type: 'window' })) {
    client.postMessage({ kind: 'activated', build });
  }
}

/**
 * A stylesheet with wrong bytes raises no error anywhere, and a part that is not open yet none so far. So whatever is
 * kept is looked at for each page that asks who answers for it: by then it is shown, and waits for none of this.
 */
async function lookAfter(kept: ShellFiles, page: ExtendableMessageEvent['source']): Promise<void> {
  const files = await kept.renewDamaged();
  if (files.length > 0) page?.postMessage({ kind: 'mended', files });
}

/** The page is not on the device any more, and the server does not answer. */
function lastWords(): Response {
  const text =
    'The server cannot be reached, and the copy of this page on this device is damaged.\n' +
    'Reload when the server can be reached again. If that does not help, open /repair.html.';
  return new Response(text, { status: 503, headers: { 'content-type': 'text/plain' } });
}
