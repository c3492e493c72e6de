import {
  SHARE_TROUBLES,
  SHARED_AT,
  SHARED_CACHE,
  SHARED_MAX,
  SHARED_NAME,
  type ShareTrouble,
  sharedPath,
} from '../shared/shared-files.ts';
import { takeHanded } from './handed-file.ts';

/** Files that reach the console from outside: shared by another app, or opened with this one. */

/** gone: it was taken before, or has waited too long. */
type Shared =
  | { readonly file: File }
  | { readonly file: undefined; readonly trouble: ShareTrouble | 'gone' };

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
/**
 * Takes a file, once: it is kept nowhere afterwards. Never rejects.
 *
 * @param shared from the address, so anything
 */
export async function takeShared(shared: string, now = Date.now()): Promise<Shared> {
  const trouble = SHARE_TROUBLES.find((name) => name === shared);
  if (trouble !== undefined) return { file: undefined, trouble };
  const file = takeHanded(shared) ?? (await takeKept(shared, now).catch(() => undefined));
  return file === undefined ? { file, trouble: 'gone' } : { file };
}

async function takeKept(id: string, now: number): Promise<File | undefined> {
  if (!ID.test(id) || !('caches' in globalThis)) return undefined;
  const cache = await caches.open(SHARED_CACHE);
  const found = await cache.match(sharedPath(id));
  if (found === undefined) return undefined;
  const name = decodeURIComponent(found.headers.get(SHARED_NAME) ?? '');
  const isOld = now - Number(found.headers.get(SHARED_AT)) > SHARED_MAX.ageMs;
  const file = isOld
    ? undefined
    : new File([await found.blob()], name, { type: 'application/zip' });
  await cache.delete(sharedPath(id));
  return file;
}
