import { hash, randomBytes } from 'node:crypto';
import { CONFIRMED_MS } from '../../contract/limits.ts';
import type { Account } from '../store/accounts.ts';
import { recordActivity } from '../store/activity.ts';
import type { Database, Tx } from '../store/database.ts';
import { deleteDisplayOfSession, findDisplaySession } from '../store/displays.ts';
import type { Emit, Journal } from '../store/journal.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  extendSession,
  findSession,
  insertSession,
  markProven,
  type ProofWays,
  sessionIdsOf,
} from '../store/sessions.ts';
import { CACHE_MS, type CachedSession, createSessionCache } from './session-cache.ts';
import { createSessionEvents } from './session-events.ts';
import type { SessionExchange } from './session-exchange.ts';

/**
 * Sessions. A session is 256 random bits in a cookie; only their SHA-256 is stored. It slides: every use moves its
 * expiry, which is written at most every few minutes. Recently used sessions are cached in memory, so that a guarded
 * read needs no query; they leave the cache as soon as they end.
 *
 * A paired display has a session too. It does not expire: it lasts until it is revoked.
 */
export interface Sessions {
  /** @returns the cookie's value, which is stored nowhere */
  open(
    account: Account,
    from: SessionOrigin,
    record?: RecordMore,
  ): Promise<{ token: string; expiresAt: number }>;
  /** @returns the session of a cookie's value if the cache has it, else null: then use `find` */
  findCached(token: string): Session | null;
  /** @returns the live session of a cookie's value, or null; `slid` if its expiry has just moved */
  find(token: string, address: string): Promise<Session | null>;
  /** Reads it again at its next use: another instance may have changed what it may do. */
  forget(session: Pick<Session, 'id'>): void;
  /** @param also what else happens in the same transaction */
  end(session: Pick<Session, 'id'>, also?: AlsoInTx): Promise<void>;
  /**
   * Ends all sessions of an account, but for one.
   * @param also what else happens in the same transaction
   * @returns how many
   */
  endAllOf(accountId: string, except?: string, also?: AlsoInTx): Promise<number>;
  /** The owner of the session has just proved who they are. */
  confirm(session: Pick<Session, 'id'>, record?: RecordMore): Promise<void>;
  /**
   * Something changed in what sessions may do: a role, a second factor, what is demanded. They are read again at their next
   * use.
   * @param accountId undefined: of all accounts
   */
  refresh(accountId?: string): void;
  /** Called by `refresh`, here and at other instances. @returns unsubscribe */
  onRefresh(listener: (accountId: string | undefined) => void): () => void;
  /** Called after `endAllOf`, here and at other instances: the account may have been disabled or deleted. @returns unsubscribe */
  onEndAll(listener: (accountId: string) => Promise<void>): () => void;
  /** @returns false once the session of this id has ended, here or elsewhere */
  isAlive(id: string): Promise<boolean>;
  /**
   * Called for every session that is ended explicitly, with the display that ended with it if that was here. @returns
   * unsubscribe
   */
  onEnd(listener: (id: string, display: string | null) => void): () => void;
}

/** @param ended how many sessions end */
type AlsoInTx = (tx: Tx, emit: Emit, ended: number) => Promise<void>;
/** What else is written in the same transaction. */
type RecordMore = (tx: Tx, at: number) => Promise<void>;

export interface Session {
  /** Hash of the token: identifies the session inside the server and opens nothing. */
  readonly id: string;
  /** For a display: its id and name, in the shape of an account. */
  readonly account: Account;
  /** Id of the display that owns the session; null for a person. */
  readonly display: string | null;
  /** The API token that the request came with; null for people and displays. */
  readonly token: { readonly id: string; readonly name: string } | null;
  readonly expiresAt: number;
  readonly slid: boolean;
  /** Its owner proved who they are a short time ago. */
  readonly confirmed: boolean;
  /** How they can prove it again. */
  readonly confirmBy: ProofWays;
  /** Its role demands a second factor, which has to be set up before anything else. */
  readonly mustEnrol: boolean;
}

/** Where a session is opened. */
export interface SessionOrigin {
  readonly userAgent: string;
  readonly address: string;
  /** When its owner proved who they are, if that is not now. */
  readonly provenAt?: number;
}

const TOKEN_BYTES = 32;
const TOKEN_SHAPE = /^[\w-]{43}$/;
const SLIDE_EVERY_MS = 5 * 60_000;
export const NO_WAYS: ProofWays = { password: false, passkey: false, code: false, recovery: false };
/** The last moment that a date can express. */
const NEVER = 8_640_000_000_000_000;

export function createSessions(deps: {
  db: Database;
  journal: Journal;
  now: () => number;
  sessionMs: number;
  exchange: SessionExchange;
}): Sessions {
  const { db, journal, now, sessionMs, exchange } = deps;
  const cache = createSessionCache({
    now,
    read: async (id) =>
      (await findPersonSession(db, id, now())) ?? (await findDisplaySessionOf(db, id)),
  });
  const events = createSessionEvents(cache, exchange);

  async function slide(id: string, entry: CachedSession, address: string): Promise<void> {
    entry.seenAt = now();
    entry.expiresAt = now() + sessionMs;
    const { seenAt: seen_at, expiresAt: expires_at } = entry;
    await journal.commit((tx) => extendSession(tx, id, { seen_at, expires_at, address }));
  }

  async function end(id: string, also?: AlsoInTx): Promise<void> {
    const display = await journal.commit(async (tx, emit) => {
      await deleteSession(tx, id);
      const ended = await deleteDisplayOfSession(tx, id);
      const message = `The display ${ended?.name} signed out`;
      if (ended) await recordActivity(tx, emit, { message, severity: 'warning', at: now() });
      await also?.(tx, emit, 1);
      return ended?.id ?? null;
    });
    await events.ended(id, display);
  }

  return {
    async open(account, from, record) {
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      const at = now();
      const expiresAt = at + sessionMs;
      await journal.commit(async (tx) => {
        await deleteExpiredSessions(tx, at);
        const session = { tokenHash: idOf(token), accountId: account.id, at, expiresAt };
        await insertSession(tx, { ...session, ...from });
        await record?.(tx, at);
      });
      return { token, expiresAt };
    },
    findCached(token) {
      if (!TOKEN_SHAPE.test(token)) return null;
      const id = idOf(token);
      const entry = cache.peek(id);
      if (entry === undefined || needsRead(entry, now())) return null;
      return sessionOf(id, entry, now(), false);
    },
    async find(token, address) {
      if (!TOKEN_SHAPE.test(token)) return null;
      const id = idOf(token);
      const entry = await cache.current(id);
      if (entry === undefined) return null;
      const slid = now() - entry.seenAt >= SLIDE_EVERY_MS;
      if (slid) await slide(id, entry, address);
      return sessionOf(id, entry, now(), slid);
    },
    forget: ({ id }) => cache.forget(id),
    isAlive: async (id) => (await cache.current(id)) !== undefined,
    end: ({ id }, also) => end(id, also),
    async endAllOf(accountId, except, also) {
      const ids = await journal.commit(async (tx, emit) => {
        const ending = (await sessionIdsOf(tx, accountId)).filter((id) => id !== except);
        for (const id of ending) await deleteSession(tx, id);
        await also?.(tx, emit, ending.length);
        return ending;
      });
      await events.allEnded(accountId, ids);
      return ids.length;
    },
    async confirm({ id }, record) {
      const at = now();
      await journal.commit(async (tx) => {
        await markProven(tx, id, at);
        await record?.(tx, at);
      });
      await events.changed(id);
    },
    refresh: events.refreshed,
    onRefresh: events.onRefresh,
    onEndAll: events.onEndAll,
    onEnd: events.onEnd,
  };
}

async function findPersonSession(db: Database, id: string, now: number) {
  const stored = await findSession(db, id, now);
  if (stored === undefined) return undefined;
  return { ...stored, display: null, token: null };
}

/** It never slides, because it does not expire. */
async function findDisplaySessionOf(db: Database, id: string) {
  const account = await findDisplaySession(db, id);
  if (account === undefined) return undefined;
  const never = { seenAt: NEVER, expiresAt: NEVER, provenAt: 0 };
  return { account, display: account.id, token: null, ...never, ways: NO_WAYS, mustEnrol: false };
}

/** Cached for too long, expired, or due to slide. */
const needsRead = ({ readAt, expiresAt, seenAt }: CachedSession, at: number) =>
  at - readAt >= CACHE_MS || expiresAt <= at || at - seenAt >= SLIDE_EVERY_MS;

const sessionOf = (
  id: string,
  { account, display, expiresAt, provenAt, ways, mustEnrol }: CachedSession,
  now: number,
  slid: boolean,
): Session => ({
  id,
  account,
  display,
  token: null,
  expiresAt,
  slid,
  confirmed: now - provenAt < CONFIRMED_MS,
  confirmBy: ways,
  mustEnrol,
});

const idOf = (token: string) => hash('sha256', token);
