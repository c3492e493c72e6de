import { hash } from 'node:crypto';
import { CONFIRMED_MS } from '../../../contract/account-limits.ts';
import { isWithinLast } from '../../base/clock.ts';
import type { Session } from '../../base/session.ts';
import type { Database } from '../../database/database.ts';
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
    db: Database,
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, Omit<CachedSession, 'readAt'>>>;
  readonly db: Database;
  /** Of the secrets that open them. */
  readonly shape: RegExp;
  /** Stores that one is used, and moves its times; not more often than so. */
  readonly store: (id: string, entry: CachedSession, address: string) => Promise<void>;
  readonly storeEveryMs: number;
}

/** Of a session inside the server: what opens it is never stored. */
export const sessionIdOf = (secret: string) => hash('sha256', secret);

export const CACHE_MS = 30_000;
const CACHED_MAX = 10_000;

export function createSessionCache(deps: SessionCacheDeps) {
  const { db, now, read, shape, store, storeEveryMs } = deps;
  const cache = new Map<string, CachedSession>();
  let changes = 0;

  /** Reads them again, however long ago they were read. @returns the live ones */
  async function reload(ids: readonly string[]): Promise<ReadonlyMap<string, CachedSession>> {
    const changesBefore = changes;
    const found = await read(db, ids);
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

  /** @returns the session that was not read too long ago, nor before the clock was set back */
  function freshOf(id: string): CachedSession | undefined {
    const entry = cache.get(id);
    return entry !== undefined && Math.abs(now() - entry.readAt) < CACHE_MS ? entry : undefined;
  }
  const isLive = ({ expiresAt }: CachedSession) => expiresAt > now();
  const isDue = ({ seenAt }: CachedSession) => now() - seenAt >= storeEveryMs;

  return {
    /** @returns the session that a secret opens if it is in memory and nothing is to be stored, else null: then use `find` */
    findCached(secret: string): Session | null {
      if (!shape.test(secret)) return null;
      const id = sessionIdOf(secret);
      const entry = freshOf(id);
      if (entry === undefined || !isLive(entry) || isDue(entry)) return null;
      return sessionOf(id, entry, now(), false);
    },
    /** @returns the live session that a secret opens, read again when it was read too long ago; null: it opens nothing */
    async find(secret: string, address: string): Promise<Session | null> {
      if (!shape.test(secret)) return null;
      const id = sessionIdOf(secret);
      const entry = freshOf(id) ?? (await reload([id])).get(id);
      if (entry === undefined || !isLive(entry)) return null;
      const slid = isDue(entry);
      if (slid) await store(id, entry, address);
      return sessionOf(id, entry, now(), slid);
    },
    reload,
    /** @returns what the session is within a transaction; null if it has ended */
    async read(tx: Database, id: string): Promise<Session | null> {
      const found = (await read(tx, [id])).get(id);
      return found === undefined ? null : sessionOf(id, found, now(), false);
    },
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

/** @param slid its times have just moved */
const sessionOf = (
  id: string,
  { account, display, token, expiresAt, provenAt, ways, mustEnrol }: Omit<CachedSession, 'readAt'>,
  now: number,
  slid: boolean,
): Session => ({
  id,
  account,
  display,
  token,
  expiresAt,
  slid,
  confirmed: isWithinLast(CONFIRMED_MS, provenAt, now),
  confirmBy: { ...ways, password: ways.password && !ways.passkey && !ways.code },
  mustEnrol,
});
