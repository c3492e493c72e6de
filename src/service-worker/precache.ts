import pLimit from 'p-limit';
import { PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { registerRoute, setCatchHandler } from 'workbox-routing';
import { isConsolePath, PAST_WORKER, PLAIN_PAGE, pageForPath } from '../../contract/pages.ts';

/** A file of the build, as vite-plugin-pwa lists it. */
export interface PrecacheEntry {
  readonly url: string;
  readonly revision: string | null;
  /** `sha384-` and the digest of its bytes, in base64: anything else is never kept in its place. */
  readonly integrity?: string;
}

/** Workbox fetches one file after the other. A few at a time fill a slow line and leave room for the page's own calls. */
const PARALLEL_FETCHES = 4;

/**
 * Keeps every file of one build before that build is used, and answers from these files. A new build waits until a
 * page asks for it. API calls never pass.
 *
 * @param files all of the build
 * @param build its name; every page of the console gets it once this worker has taken over
 */
export function precacheConsole(
  scope: ServiceWorkerGlobalScope,
  files: readonly PrecacheEntry[],
  build: string,
): void {
  const controller = new PrecacheController();
  controller.addToCacheList([...files]);
  scope.addEventListener('install', (event) => event.waitUntil(install(controller, event)));
  scope.addEventListener('activate', (event) => {
    void controller.activate(event);
    event.waitUntil(announce(scope, build));
  });
  // By their names alone: `/` is a page like every other.
  const { match, handler } = new PrecacheRoute(controller, {
    directoryIndex: '',
    cleanURLs: false,
  });
  registerRoute(match, (options) => inTime(handler.handle(options)));
  registerRoute(
    ({ request, url, sameOrigin }) =>
      sameOrigin &&
      request.mode === 'navigate' &&
      isConsolePath(url.pathname) &&
      !url.searchParams.has(PAST_WORKER),
    (options) => answerNavigation(controller, options),
  );
  // When the cache cannot be read the server still can.
  setCatchHandler(({ request }) => fetch(request));
  answerPages(scope, build);
}

type HandlerOptions = Parameters<ReturnType<PrecacheController['createHandlerBoundToURL']>>[0];

async function install(controller: PrecacheController, event: ExtendableEvent): Promise<void> {
  const limit = pLimit(PARALLEL_FETCHES);
  const keepBy = async (cache: RequestCache, url: string, cacheKey: string) => {
    const integrity = controller.getIntegrityForCacheKey(cacheKey);
    const request = new Request(url, {
      cache,
      credentials: 'same-origin',
      ...(integrity && { integrity }),
    });
    await Promise.all(controller.strategy.handleAll({ params: { cacheKey }, request, event }));
  };
  /**
   * The browser's own cache may hold something else for a year, so the server is asked whether it has changed. Of an answer
   * that broke off in its headers that cache holds an empty file, and the server says that it has not changed.
   */
  const keep = (url: string, cacheKey: string) =>
    keepBy('no-cache', url, cacheKey).catch(() => keepBy('reload', url, cacheKey));
  await Promise.all(
    [...controller.getURLsToCacheKeys()].map(([url, cacheKey]) => limit(keep, url, cacheKey)),
  );
}

/** A disk that hangs must not keep a page from a server that answers. */
const CACHE_LIMIT_MS = 3000;

/** Rejects when the cache does not answer in time. */
function inTime(answer: Promise<Response>): Promise<Response> {
  return new Promise((resolve, reject) => {
    setTimeout(reject, CACHE_LIMIT_MS, new Error('The cache does not answer'));
    answer.then(resolve, reject);
  });
}

export async function answerNavigation(
  controller: Pick<PrecacheController, 'createHandlerBoundToURL' | 'getCacheKeyForURL'>,
  options: HandlerOptions,
): Promise<Response> {
  const page = pageForPath(options.url.pathname);
  const file = controller.getCacheKeyForURL(`/${page}`) ? page : PLAIN_PAGE;
  try {
    return await inTime(controller.createHandlerBoundToURL(`/${file}`)(options));
  } catch {
    return fetch(options.request).catch(unavailable);
  }
}

/** The messages of pages, those of older builds included: `which` asks for the build, `activate` ends the waiting. */
function answerPages(scope: ServiceWorkerGlobalScope, build: string): void {
  scope.addEventListener('message', (event) => {
    const kind: unknown = event.data?.kind;
    if (kind === 'activate') event.waitUntil(scope.skipWaiting());
    if (kind === 'which') event.source?.postMessage({ kind: 'running', build });
  });
}

async function announce({ clients }: ServiceWorkerGlobalScope, build: string): Promise<void> {
  await clients.claim();
  for (const client of await clients.matchAll({ type: 'window' })) {
    client.postMessage({ kind: 'activated', build });
  }
}

function unavailable(): Response {
  const text =
    'The server cannot be reached, and the copy of this page on this device is gone.\n' +
    'Reload when the server can be reached again. If that does not help, open /repair.html.';
  return new Response(text, { status: 503, headers: { 'content-type': 'text/plain' } });
}
