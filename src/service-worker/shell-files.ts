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
 * Whether what is kept is what was built. A file that is not is dropped, and had again from the server if that
 * answers; if not, at the next look.
 */
export interface ShellFiles {
  mend(url: string): Promise<void>;
  mendAll(): Promise<void>;
}

export function createShellFiles(caches: CacheStorage, files: readonly ShellFile[]): ShellFiles {
  async function mendFile({ url, integrity }: ShellFile): Promise<void> {
    const key = getCacheKeyForURL(url);
    if (key === undefined) return;
    const cache = await caches.open(cacheNames.precache);
    const kept = await cache.match(key);
    if (kept !== undefined && (await digestOf(kept)) === integrity) return;
    await cache.delete(key);
    await keepAgain(cache, key, url, integrity);
  }
  return {
    async mend(url) {
      const file = files.find((one) => one.url === url);
      if (file !== undefined) await mendFile(file);
    },
    async mendAll() {
      await Promise.all(files.map(mendFile));
    },
  };
}

async function keepAgain(
  cache: Cache,
  key: string,
  url: string,
  integrity: string | undefined,
): Promise<void> {
  try {
    const asked = { ...askedToKeep(url), cache: 'reload' } as const;
    const answer = await fetch(url, { ...asked, ...(integrity && { integrity }) });
    if (answer.ok) await cache.put(key, answer);
  } catch {
    // No answer, another file than this build's, or no room: whoever needs it asks the server.
  }
}

async function digestOf(answer: Response): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-384', await answer.arrayBuffer());
  return `sha384-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}
