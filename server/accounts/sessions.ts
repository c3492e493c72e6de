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
 * Who is signed in. A session is 256 random bits in a cookie; only their SHA-256 is stored. It slides:
 * every use moves its end, written down at most every few minutes. Recently used ones are kept in memory,
 * so that a guarded read costs no query, and leave it the moment they end.
 *
 * A paired display has a session as well, which has no end: it lasts until it is revoked.
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
  /** Told of every session that is ended by hand, and which display ended with it. @returns the undo */
  onEnd(listener: (id: string, display: string | null) => void): () => void;
}

export interface Session {
  /** The token's hash: names the session inside the server, opens nothing. */
  readonly id: string;
  /** Of a display: its id and name, as if it were an account. */
  readonly account: Account;
  /** Id of the display whose session it is; null for a person's. */
  readonly display: string | null;
  readonly expiresAt: number;
  readonly slid: boolean;
}

interface Kept {
  account: Account;
  display: string | null;
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
/** The last moment that a date can name. */
const NEVER = 8_640_000_000_000_000;

export function createSessions(doors: {
  db: Database;
  journal: Journal;
  now: () => number;
  sessionMs: number;
}): Sessions {
  const { db, journal, now, sessionMs } = doors;
  const kept = new Map<string, Kept>();
  const listeners = new Set<(id: string, display: string | null) => void>();
  let endings = 0;

  async function load(id: string): Promise<Kept | undefined> {
    const before = endings;
    const found = (await findPersons(db, id, now())) ?? (await findDisplays(db, id));
    if (found === undefined) {
      kept.delete(id);
      return undefined;
    }
    const entry = { ...found, readAt: now() };
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
      const display = await journal.commit(async (tx, tell) => {
        await deleteSession(tx, id);
        const ended = await deleteDisplayOfSession(tx, id);
        const message = `The display ${ended?.name} signed out`;
        if (ended) await recordActivity(tx, tell, { message, severity: 'warning', at: now() });
        return ended?.id ?? null;
      });
      endings++;
      kept.delete(id);
      for (const listener of listeners) listener(id, display);
    },
    onEnd(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

async function findPersons(db: Database, id: string, now: number) {
  const stored = await findSession(db, id, now);
  if (stored === undefined) return undefined;
  const { account, seenAt, expiresAt } = stored;
  return { account, seenAt, expiresAt, display: null };
}

/** It never slides: there is nothing to move. */
async function findDisplays(db: Database, id: string) {
  const account = await findDisplaySession(db, id);
  return account && { account, display: account.id, seenAt: NEVER, expiresAt: NEVER };
}

/** Too long in memory to be believed, at its end, or due to slide. */
const isOld = ({ readAt, expiresAt, seenAt }: Kept, at: number) =>
  at - readAt >= READ_AGAIN_MS || expiresAt <= at || at - seenAt >= SLIDE_EVERY_MS;

const sessionOf = (id: string, { account, display, expiresAt }: Kept, slid: boolean): Session => ({
  id,
  account,
  display,
  expiresAt,
  slid,
});

const idOf = (token: string) => hash('sha256', token);
