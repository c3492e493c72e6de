import { SHARE_PATH, sharedAddress } from '../../contract/paths.ts';
import { TEXT_MAX } from '../../contract/text-limits.ts';
import {
  SHARED_AT,
  SHARED_CACHE,
  SHARED_MAX,
  SHARED_NAME,
  SHARED_PART,
  type ShareTrouble,
  sharedPath,
} from '../shared/shared-files.ts';

/**
 * What another app shares with this one: the only POST that the service worker takes. The file is looked at,
 * kept for a day, and the upload dialog opened with it; nothing is sent before somebody says so there.
 */
interface SharedFileDeps {
  readonly caches: Pick<CacheStorage, 'open'>;
  readonly now: () => number;
}

export function takeSharedFiles(scope: ServiceWorkerGlobalScope): void {
  const deps = { caches: scope.caches, now: () => Date.now() };
  scope.addEventListener('fetch', (event) => {
    const { method, url } = event.request;
    if (method !== 'POST' || new URL(url).pathname !== SHARE_PATH) return;
    event.respondWith(receiveShared(event.request, deps));
  });
}

/** @returns the way to the upload dialog, which finds the file or says why there is none */
export async function receiveShared(request: Request, deps: SharedFileDeps): Promise<Response> {
  const shared = await keepShared(request, deps).catch((): ShareTrouble => 'not-kept');
  return new Response(null, { status: 303, headers: { location: sharedAddress(shared) } });
}

async function keepShared(request: Request, deps: SharedFileDeps): Promise<string> {
  const sent = (await request.formData()).getAll(SHARED_PART);
  const [file, ...more] = sent.filter((part) => part instanceof File);
  if (file === undefined) return 'none' satisfies ShareTrouble;
  if (more.length > 0) return 'several' satisfies ShareTrouble;
  if (file.size > SHARED_MAX.bytes) return 'too-large' satisfies ShareTrouble;
  if (!(await isZip(file))) return 'no-zip' satisfies ShareTrouble;
  return keep(file, deps);
}

async function keep(file: File, { caches, now }: SharedFileDeps): Promise<string> {
  const cache = await caches.open(SHARED_CACHE);
  await makeRoom(cache, now());
  const id = crypto.randomUUID();
  const headers = {
    'content-type': 'application/zip',
    [SHARED_NAME]: encodeURIComponent(nameOf(file)),
    [SHARED_AT]: String(now()),
  };
  await cache.put(sharedPath(id), new Response(file, { headers }));
  return id;
}

/** Removes what nobody took in time, and the oldest when there are too many. */
async function makeRoom(cache: Cache, now: number): Promise<void> {
  const kept = await Promise.all(
    (await cache.keys()).map(async (key) => {
      const found = await cache.match(key);
      return { key, at: Number(found?.headers.get(SHARED_AT) ?? 0) };
    }),
  );
  const newestFirst = kept.sort((a, b) => b.at - a.at);
  const over = newestFirst.filter(
    ({ at }, place) => place >= SHARED_MAX.files - 1 || now - at > SHARED_MAX.ageMs,
  );
  await Promise.all(over.map(({ key }) => cache.delete(key)));
}

/** What a ZIP begins with: a first entry, or the end of an empty archive. */
async function isZip(file: File): Promise<boolean> {
  const [p, k, third, fourth] = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  const record = third === 3 ? fourth === 4 : third === 5 && fourth === 6;
  return p === 0x50 && k === 0x4b && record;
}

/** The name without folders and without what cannot be seen. */
function nameOf({ name }: File): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const shown = [...last].filter((letter) => !/\p{C}/u.test(letter));
  return shown.slice(-TEXT_MAX.bundleName).join('') || 'shared.zip';
}
