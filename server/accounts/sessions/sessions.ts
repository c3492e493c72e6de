import { randomBytes } from 'node:crypto';
import { recordActivity } from '../../activity/rows.ts';
import type { Account, ProofWays, Session } from '../../base/session.ts';
import type { Database, Tx } from '../../database/database.ts';
import type { Emit } from '../../database/journal.ts';
import { pruningTime } from '../../database/pruning-time.ts';
import type { NodeBase } from '../../feature.ts';
import {
  deleteDisplayOfSession,
  deleteExpiredSessions,
  deleteSession,
  extendSession,
  findDisplaySessions,
  findSessions,
  insertSession,
  markProven,
  sessionIdsOf,
} from '../rows/sessions.ts';
import { type CachedSession, createSessionCache, sessionIdOf } from './session-cache.ts';
import { createSessionEvents } from './session-events.ts';
import type { SessionExchange } from './session-exchange.ts';

/**
 * Sessions. A session is 256 random bits in a cookie; only their SHA-256 is stored. It slides: every use moves its
 * expiry, up to an end that it has from its beginning, which is written at most every few minutes. Recently used sessions are cached in memory, so that a guarded
 * read needs no query; they leave the cache as soon as they end.
 *
 * A paired display has a session too. It does not expire: it lasts until it is revoked.
 */
export type Sessions = ReturnType<typeof createSessions>;

/** What else happens in the same transaction. @param ended how many sessions end */
type AlsoInTx = (tx: Tx, emit: Emit, ended: number) => Promise<void>;
/** What else is written in the same transaction. */
type RecordMore = (tx: Tx, at: number) => Promise<void>;

/** What a session may do. */
export type SessionRights = Pick<Session, 'account' | 'mustEnrol'>;

/** Where a session is opened. */
interface SessionOrigin {
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

interface SessionsDeps extends Pick<NodeBase, 'db' | 'journal' | 'now'> {
  readonly sessionMs: number;
  /** However often it is used. */
  readonly sessionMaxMs: number;
  readonly exchange: SessionExchange;
}

export function createSessions(deps: SessionsDeps) {
  const { db, journal, now, exchange } = deps;
  const longestMs = deps.sessionMaxMs;
  const sessionMs = Math.min(deps.sessionMs, longestMs);
  const cache = createSessionCache({
    db,
    now,
    read: (from, ids) => readSessions(from, ids, now()),
    shape: TOKEN_SHAPE,
    store: slide,
    storeEveryMs: SLIDE_EVERY_MS,
  });
  const events = createSessionEvents(cache, exchange);

  async function slide(id: string, entry: CachedSession, address: string): Promise<void> {
    entry.seenAt = now();
    const use = { seenAt: now(), expiresAt: now() + sessionMs, address, longestMs };
    entry.expiresAt = (await journal.commit((tx) => extendSession(tx, id, use))) ?? entry.expiresAt;
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
    /** @returns the cookie's value, which is stored nowhere */
    async open(account: Account, from: SessionOrigin, record?: RecordMore) {
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      const at = now();
      const expiresAt = at + sessionMs;
      await journal.commit(async (tx) => {
        await deleteExpiredSessions(tx, await pruningTime(tx, at));
        const session = { tokenHash: sessionIdOf(token), accountId: account.id, at, expiresAt };
        await insertSession(tx, { ...session, ...from });
        await record?.(tx, at);
      });
      return { token, expiresAt };
    },
    findCached: cache.findCached,
    find: cache.find,
    /** Reads it again at its next use: another instance may have changed what it may do. */
    forget: ({ id }: Pick<Session, 'id'>) => cache.forget(id),
    reload: cache.reload,
    read: cache.read,
    end: ({ id }: Pick<Session, 'id'>, also?: AlsoInTx) => end(id, also),
    /** Ends all sessions of an account, but for one. @returns how many */
    async endAllOf(accountId: string, except?: string, also?: AlsoInTx): Promise<number> {
      const ids = await journal.commit(async (tx, emit) => {
        const ending = (await sessionIdsOf(tx, accountId)).filter((id) => id !== except);
        for (const id of ending) await deleteSession(tx, id);
        await also?.(tx, emit, ending.length);
        return ending;
      });
      await events.allEnded(accountId, ids);
      return ids.length;
    },
    /** The owner of the session has just proved who they are. */
    async confirm({ id }: Pick<Session, 'id'>, record?: RecordMore): Promise<void> {
      const at = now();
      await journal.commit(async (tx) => {
        await markProven(tx, id, at);
        await record?.(tx, at);
      });
      await events.changed(id);
    },
    /**
     * Something changed in what sessions may do: a role, a second factor, what is demanded. They are read again at their next
     * use.
     */
    refresh: events.refreshed,
    /** Called by `refresh`, here and at other instances. @returns unsubscribe */
    onRefresh: events.onRefresh,
    /** Called after `endAllOf`, here and at other instances: the account may have been disabled or deleted. @returns unsubscribe */
    onEndAll: events.onEndAll,
    /** Called for every session that is ended explicitly. @returns unsubscribe */
    onEnd: events.onEnd,
  };
}

/** @returns those of people and displays */
async function readSessions(db: Database, ids: readonly string[], now: number) {
  const people = await findSessions(db, ids, now);
  const others = ids.filter((id) => !people.has(id));
  const displays = await findDisplaySessions(db, others);
  return new Map([
    ...[...people].map(([id, one]) => [id, { ...one, display: null, token: null }] as const),
    ...[...displays].map(([id, account]) => [id, displaySessionOf(account)] as const),
  ]);
}

/** It never slides, because it does not expire. */
const displaySessionOf = (account: Account): Omit<CachedSession, 'readAt'> => ({
  account,
  display: account.id,
  token: null,
  seenAt: NEVER,
  expiresAt: NEVER,
  provenAt: 0,
  ways: NO_WAYS,
  mustEnrol: false,
});
