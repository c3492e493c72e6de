import { cacheNames } from 'workbox-core';
import { getCacheKeyForURL } from 'workbox-precaching';
import { askedToKeep } from './asked-to-keep.ts';

/** A file of the shell, as the build wrote it. */
export interface ShellFile {
  readonly url: string;
  readonly revision: string | null;
  /** `sha384-` and the digest of its bytes, in base64. */
  readonly integrity?: string;
}

/**
 * Whether what is kept is what was built. To mend a file that is not is to drop it, and to have it again from the
 * server if that answers; if not, at the next look.
 */
export interface ShellFiles {
  mend(url: string): Promise<void>;
  mendAll(): Promise<void>;
  /**
   * For a page that runs: one file after the other, and none is dropped before there is a whole one for its place,
   * as without a server half a stylesheet is more than none.
   *
   * @returns names of those that were damaged or gone and are whole now
   */
  renewDamaged(): Promise<string[]>;
}

export function createShellFiles(caches: CacheStorage, files: readonly ShellFile[]): ShellFiles {
  /** @returns where a damaged file belongs; undefined for one that is whole, or none of the shell */
  async function damagedPlace({ url, integrity }: ShellFile): Promise<Place | undefined> {
    const key = getCacheKeyForURL(url);
    if (key === undefined) return undefined;
    const cache = await caches.open(cacheNames.precache);
    const kept = await cache.match(key);
    const isWhole = kept !== undefined && (await digestOf(kept)) === integrity;
    return isWhole ? undefined : { cache, key };
  }
  async function mendFile(file: ShellFile): Promise<void> {
    const place = await damagedPlace(file);
    if (place === undefined) return;
    await place.cache.delete(place.key);
    await keepAgain(place, file);
  }
  return {
    async mend(url) {
      const file = files.find((one) => one.url === url);
      if (file !== undefined) await mendFile(file);
    },
    async mendAll() {
      await Promise.all(files.map(mendFile));
    },
    async renewDamaged() {
      const renewed: string[] = [];
      for (const file of files) {
        const place = await damagedPlace(file);
        if (place !== undefined && (await keepAgain(place, file))) renewed.push(file.url);
      }
      return renewed;
    },
  };
}

interface Place {
  readonly cache: Cache;
  readonly key: string;
}

/** @returns whether the server had the file as it was built, and it is kept now */
async function keepAgain({ cache, key }: Place, { url, integrity }: ShellFile): Promise<boolean> {
  try {
    const asked = { ...askedToKeep(url), cache: 'reload' } as const;
    const answer = await fetch(url, { ...asked, ...(integrity && { integrity }) });
    if (answer.ok) await cache.put(key, answer);
    return answer.ok;
  } catch {
    // No answer, another file than this build's, or no room: whoever needs it asks the server.
    return false;
  }
}

async function digestOf(answer: Response): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-384', await answer.arrayBuffer());
  return `sha384-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}
