import type { StoredSession } from '../rows/sessions.ts';

/** A session in memory, whose times move while it is used. */
export interface CachedSession extends StoredSession {
  /** Id of the display that owns it; null for a person. */
  readonly display: string | null;
  /** The API token that opens it; null for people and displays. */
  readonly token: { readonly id: string; readonly name: string } | null;
  seenAt: number;
  expiresAt: number;
  /** When it was last read from the database. Another process may have ended it since. */
  readonly readAt: number;
}

/** The sessions that were used last, so that a guarded read needs no query. */
export type SessionCache = ReturnType<typeof createSessionCache>;

interface SessionCacheDeps {
  readonly now: () => number;
  /** @returns those that have not expired */
  readonly read: (
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, Omit<CachedSession, 'readAt'>>>;
}

export const CACHE_MS = 30_000;
const CACHED_MAX = 10_000;

export function createSessionCache({ now, read }: SessionCacheDeps) {
  const cache = new Map<string, CachedSession>();
  let changes = 0;

  /** Reads them again, however long ago they were read. @returns the live ones */
  async function reload(ids: readonly string[]): Promise<ReadonlyMap<string, CachedSession>> {
    const changesBefore = changes;
    const found = await read(ids);
    const readAt = now();
    const entries = new Map([...found].map(([id, session]) => [id, { ...session, readAt }]));
    for (const id of ids) {
      const entry = entries.get(id);
      if (entry === undefined) cache.delete(id);
      // What ended or changed during the read must not enter the cache as it was.
      else if (changesBefore === changes) add(id, entry);
    }
    return entries;
  }

  function add(id: string, entry: CachedSession): void {
    cache.delete(id);
    cache.set(id, entry);
    const [oldest] = cache.keys();
    if (cache.size > CACHED_MAX && oldest !== undefined) cache.delete(oldest);
  }

  return {
    /** @returns the session as it was read at some time, also long ago */
    peek: (id: string) => cache.get(id),
    /** @returns the live session, read again when it was read too long ago */
    async current(id: string) {
      const cached = cache.get(id);
      const fresh = cached !== undefined && now() - cached.readAt < CACHE_MS;
      const entry = fresh ? cached : (await reload([id])).get(id);
      return entry !== undefined && entry.expiresAt > now() ? entry : undefined;
    },
    reload,
    /** It ended or changed. */
    forget(id: string): void {
      changes += 1;
      cache.delete(id);
    },
    /** @returns the sessions of an account that are in memory */
    idsOf: (accountId: string) =>
      [...cache].filter(([, { account }]) => account.id === accountId).map(([id]) => id),
    /** @param accountId undefined: of all accounts */
    forgetAccount(accountId: string | undefined): void {
      changes += 1;
      for (const [id, { account }] of [...cache])
        if (accountId === undefined || account.id === accountId) cache.delete(id);
    },
  };
}
