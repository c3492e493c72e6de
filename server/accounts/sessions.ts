import { hash, randomBytes } from 'node:crypto';
import type { Account } from '../store/accounts.ts';
import { recordActivity } from '../store/activity.ts';
import type { Database } from '../store/database.ts';
import { deleteDisplayOfSession, findDisplaySession } from '../store/displays.ts';
import type { Journal } from '../store/journal.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  extendSession,
  findSession,
  insertSession,
} from '../store/sessions.ts';

/**
 * Sessions. A session is 256 random bits in a cookie; only their SHA-256 is stored. It slides: every use moves its
 * expiry, which is written at most every few minutes. Recently used sessions are cached in memory, so that a guarded
 * read needs no query; they leave the cache as soon as they end.
 *
 * A paired display has a session too. It does not expire: it lasts until it is revoked.
 */
export interface Sessions {
  /** @returns the cookie's value, which is stored nowhere */
  open(account: Account): Promise<{ token: string; expiresAt: number }>;
  /** @returns the session of a cookie's value if the cache has it, else null: then use `find` */
  findCached(token: string): Session | null;
  /** @returns the live session of a cookie's value, or null; `slid` if its expiry has just moved */
  find(token: string): Promise<Session | null>;
  end(session: Pick<Session, 'id'>): Promise<void>;
  /** @returns false once the session of this id has ended, here or elsewhere */
  isAlive(id: string): Promise<boolean>;
  /** Called for every session that is ended explicitly, with the display that ended with it. @returns unsubscribe */
  onEnd(listener: (id: string, display: string | null) => void): () => void;
}

export interface Session {
  /** Hash of the token: identifies the session inside the server and opens nothing. */
  readonly id: string;
  /** For a display: its id and name, in the shape of an account. */
  readonly account: Account;
  /** Id of the display that owns the session; null for a person. */
  readonly display: string | null;
  readonly expiresAt: number;
  readonly slid: boolean;
}

interface CachedSession {
  account: Account;
  display: string | null;
  seenAt: number;
  expiresAt: number;
  /** When it was last read from the database. Another process may have ended it since. */
  readAt: number;
}

const TOKEN_BYTES = 32;
const TOKEN_SHAPE = /^[\w-]{43}$/;
const SLIDE_EVERY_MS = 5 * 60_000;
const CACHE_MS = 30_000;
const CACHED_MAX = 10_000;
/** The last moment that a date can express. */
const NEVER = 8_640_000_000_000_000;

export function createSessions(deps: {
  db: Database;
  journal: Journal;
  now: () => number;
  sessionMs: number;
}): Sessions {
  const { db, journal, now, sessionMs } = deps;
  const cache = new Map<string, CachedSession>();
  const listeners = new Set<(id: string, display: string | null) => void>();
  let endedCount = 0;

  async function load(id: string): Promise<CachedSession | undefined> {
    const endedBefore = endedCount;
    const found = (await findPersonSession(db, id, now())) ?? (await findDisplaySessionOf(db, id));
    if (found === undefined) {
      cache.delete(id);
      return undefined;
    }
    const entry = { ...found, readAt: now() };
    // A session that ended during the read must not return to the cache.
    if (endedBefore === endedCount) addToCache(id, entry);
    return entry;
  }

  async function current(id: string): Promise<CachedSession | undefined> {
    const cached = cache.get(id);
    const fresh = cached !== undefined && now() - cached.readAt < CACHE_MS;
    const entry = fresh ? cached : await load(id);
    return entry !== undefined && entry.expiresAt > now() ? entry : undefined;
  }

  function addToCache(id: string, entry: CachedSession): void {
    cache.delete(id);
    cache.set(id, entry);
    const [oldest] = cache.keys();
    if (cache.size > CACHED_MAX && oldest !== undefined) cache.delete(oldest);
  }

  async function slide(id: string, entry: CachedSession): Promise<void> {
    entry.seenAt = now();
    entry.expiresAt = now() + sessionMs;
    await journal.commit((tx) => extendSession(tx, id, entry.seenAt, entry.expiresAt));
  }

  return {
    async open(account) {
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      const at = now();
      const expiresAt = at + sessionMs;
      await journal.commit(async (tx) => {
        await deleteExpiredSessions(tx, at);
        await insertSession(tx, { tokenHash: idOf(token), accountId: account.id, at, expiresAt });
      });
      return { token, expiresAt };
    },
    findCached(token) {
      if (!TOKEN_SHAPE.test(token)) return null;
      const id = idOf(token);
      const entry = cache.get(id);
      if (entry === undefined || needsRead(entry, now())) return null;
      return sessionOf(id, entry, false);
    },
    async find(token) {
      if (!TOKEN_SHAPE.test(token)) return null;
      const id = idOf(token);
      const entry = await current(id);
      if (entry === undefined) return null;
      const slid = now() - entry.seenAt >= SLIDE_EVERY_MS;
      if (slid) await slide(id, entry);
      return sessionOf(id, entry, slid);
    },
    isAlive: async (id) => (await current(id)) !== undefined,
    async end({ id }) {
      const display = await journal.commit(async (tx, emit) => {
        await deleteSession(tx, id);
        const ended = await deleteDisplayOfSession(tx, id);
        const message = `The display ${ended?.name} signed out`;
        if (ended) await recordActivity(tx, emit, { message, severity: 'warning', at: now() });
        return ended?.id ?? null;
      });
      endedCount++;
      cache.delete(id);
      for (const listener of listeners) listener(id, display);
    },
    onEnd(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

async function findPersonSession(db: Database, id: string, now: number) {
  const stored = await findSession(db, id, now);
  if (stored === undefined) return undefined;
  const { account, seenAt, expiresAt } = stored;
  return { account, seenAt, expiresAt, display: null };
}

/** It never slides, because it does not expire. */
async function findDisplaySessionOf(db: Database, id: string) {
  const account = await findDisplaySession(db, id);
  return account && { account, display: account.id, seenAt: NEVER, expiresAt: NEVER };
}

/** Cached for too long, expired, or due to slide. */
const needsRead = ({ readAt, expiresAt, seenAt }: CachedSession, at: number) =>
  at - readAt >= CACHE_MS || expiresAt <= at || at - seenAt >= SLIDE_EVERY_MS;

const sessionOf = (
  id: string,
  { account, display, expiresAt }: CachedSession,
  slid: boolean,
): Session => ({
  id,
  account,
  display,
  expiresAt,
  slid,
});

const idOf = (token: string) => hash('sha256', token);
