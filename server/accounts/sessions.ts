import { hash, randomBytes } from 'node:crypto';
import type { Account } from '../store/accounts.ts';
import type { Database } from '../store/database.ts';
import type { Journal } from '../store/journal.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  extendSession,
  findSession,
  insertSession,
} from '../store/sessions.ts';

/**
 * Who is signed in. A session is 256 random bits in a cookie; only their SHA-256 is stored. It slides:
 * every use moves its end, written down at most every few minutes. Recently used ones are kept in memory,
 * so that a guarded read costs no query, and leave it the moment they end.
 */
export interface Sessions {
  /** @returns the cookie's value, which is told once and stored nowhere */
  open(account: Account): Promise<{ token: string; expiresAt: number }>;
  /** @returns the session of a cookie's value when memory alone can vouch for it, else null: then `find` it */
  known(token: string): Session | null;
  /** @returns the live session of a cookie's value, or null; `slid` when its end has just moved */
  find(token: string): Promise<Session | null>;
  end(session: Pick<Session, 'id'>): Promise<void>;
  /** @returns false once the session of this id has ended, here or elsewhere */
  isAlive(id: string): Promise<boolean>;
  /** Told the id of every session that is ended by hand. @returns the undo */
  onEnd(listener: (id: string) => void): () => void;
}

export interface Session {
  /** The token's hash: names the session inside the server, opens nothing. */
  readonly id: string;
  readonly account: Account;
  readonly expiresAt: number;
  readonly slid: boolean;
}

interface Kept {
  account: Account;
  seenAt: number;
  expiresAt: number;
  /** When it was last read from the database: another process may have ended it since. */
  readAt: number;
}

const TOKEN_BYTES = 32;
const TOKEN_SHAPE = /^[\w-]{43}$/;
const SLIDE_EVERY_MS = 5 * 60_000;
const READ_AGAIN_MS = 30_000;
const KEPT_MAX = 10_000;

export function createSessions(doors: {
  db: Database;
  journal: Journal;
  now: () => number;
  sessionMs: number;
}): Sessions {
  const { db, journal, now, sessionMs } = doors;
  const kept = new Map<string, Kept>();
  const listeners = new Set<(id: string) => void>();
  let endings = 0;

  async function load(id: string): Promise<Kept | undefined> {
    const before = endings;
    const stored = await findSession(db, id, now());
    if (stored === undefined) {
      kept.delete(id);
      return undefined;
    }
    const { account, seenAt, expiresAt } = stored;
    const entry = { account, seenAt, expiresAt, readAt: now() };
    // A session that ended during the read must not come back into memory.
    if (before === endings) keep(id, entry);
    return entry;
  }

  async function current(id: string): Promise<Kept | undefined> {
    const inMemory = kept.get(id);
    const fresh = inMemory !== undefined && now() - inMemory.readAt < READ_AGAIN_MS;
    const entry = fresh ? inMemory : await load(id);
    return entry !== undefined && entry.expiresAt > now() ? entry : undefined;
  }

  function keep(id: string, entry: Kept): void {
    kept.delete(id);
    kept.set(id, entry);
    const [oldest] = kept.keys();
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
  }

  async function slide(id: string, entry: Kept): Promise<void> {
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
    known(token) {
      if (!TOKEN_SHAPE.test(token)) return null;
      const id = idOf(token);
      const entry = kept.get(id);
      if (entry === undefined || isOld(entry, now())) return null;
      return { id, account: entry.account, expiresAt: entry.expiresAt, slid: false };
    },
    async find(token) {
      if (!TOKEN_SHAPE.test(token)) return null;
      const id = idOf(token);
      const entry = await current(id);
      if (entry === undefined) return null;
      const slid = now() - entry.seenAt >= SLIDE_EVERY_MS;
      if (slid) await slide(id, entry);
      return { id, account: entry.account, expiresAt: entry.expiresAt, slid };
    },
    isAlive: async (id) => (await current(id)) !== undefined,
    async end({ id }) {
      await journal.commit((tx) => deleteSession(tx, id));
      endings++;
      kept.delete(id);
      for (const listener of listeners) listener(id);
    },
    onEnd(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Too long in memory to be believed, at its end, or due to slide. */
const isOld = ({ readAt, expiresAt, seenAt }: Kept, at: number) =>
  at - readAt >= READ_AGAIN_MS || expiresAt <= at || at - seenAt >= SLIDE_EVERY_MS;

const idOf = (token: string) => hash('sha256', token);
