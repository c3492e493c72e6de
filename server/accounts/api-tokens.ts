import { randomBytes, randomUUID } from 'node:crypto';
import { DAY_MS } from '../../contract/limits.ts';
import { isAllowed } from '../../contract/roles.ts';
import type { PayloadOf } from '../../contract/sent.ts';
import { recordAudit } from '../audit/rows/audit.ts';
import { httpError } from '../base/http-error.ts';
import { createListeners } from '../base/listeners.ts';
import type { Account, Session } from '../base/session.ts';
import type { Database } from '../database/database.ts';
import type { NodeBase } from '../feature.ts';
import {
  deleteApiToken,
  findApiTokens,
  insertApiToken,
  listApiTokens,
  markApiTokenUsed,
  type StoredApiToken,
} from './rows/api-tokens.ts';
import { type CachedSession, createSessionCache, sessionIdOf } from './sessions/session-cache.ts';
import type { SessionExchange } from './sessions/session-exchange.ts';
import { NO_WAYS, type Sessions } from './sessions/sessions.ts';

/**
 * API tokens: `mrd_` and 256 random bits, of which only the SHA-256 is stored. A token does what its owner may do at
 * this moment, and never more than its own role.
 */
export type ApiTokens = ReturnType<typeof createApiTokens>;

interface ApiTokensDeps extends Pick<NodeBase, 'db' | 'journal' | 'now'> {
  readonly sessions: Pick<Sessions, 'onRefresh' | 'onEndAll'>;
  readonly exchange: SessionExchange;
}

export const TOKENS_MAX = 20;
const PREFIX = 'mrd_';
const SHAPE = /^mrd_[\w-]{43}$/;
const SECRET_BYTES = 32;
/** The time of the last use is stored this often. */
const MARK_EVERY_MS = 60_000;

export function createApiTokens(deps: ApiTokensDeps) {
  const { db, journal, now, sessions, exchange } = deps;
  const cache = createSessionCache({
    db,
    now,
    read: (from, ids) => readTokens(from, ids, now()),
    shape: SHAPE,
    async store(id, entry) {
      entry.seenAt = now();
      await journal.commit((tx) => markApiTokenUsed(tx, id, entry.seenAt));
    },
    storeEveryMs: MARK_EVERY_MS,
  });
  const ends = createListeners<[sessionId: string]>();

  function end(id: string): void {
    cache.forget(id);
    ends.tell(id);
  }

  /** Its owner was disabled or deleted, or has only signed out everywhere. */
  async function endDeadOf(accountId: string): Promise<void> {
    const ids = cache.idsOf(accountId);
    cache.forgetAccount(accountId);
    const live = await cache.reload(ids);
    for (const id of ids) if (!live.has(id)) end(id);
  }

  sessions.onRefresh((accountId) => cache.forgetAccount(accountId));
  sessions.onEndAll(endDeadOf);
  exchange.onGap(() => cache.forgetAccount(undefined));
  exchange.subscribe((message) => {
    if (message.kind === 'token-ended') end(message.id);
  });

  return {
    findCached: cache.findCached,
    find: (token: string) => cache.find(token, ''),
    /** @returns the token, which is stored nowhere. @throws HttpError with why there is none */
    async add(owner: Account, { name, role, days }: PayloadOf<'addToken'>): Promise<string> {
      if (!isAllowed(owner.role, role))
        throw httpError(400, `A token cannot have a higher role than yours, ${owner.role}.`);
      const token = PREFIX + randomBytes(SECRET_BYTES).toString('base64url');
      const at = now();
      const expiresAt = at + days * DAY_MS;
      return journal.commit(async (tx) => {
        const live = (await listApiTokens(tx, owner.id)).filter((one) => one.expiresAt > at);
        if (live.length >= TOKENS_MAX)
          throw httpError(409, `You have ${TOKENS_MAX} tokens, the most: remove one first.`);
        const stored = { id: randomUUID(), tokenHash: sessionIdOf(token), accountId: owner.id };
        await insertApiToken(tx, { ...stored, name, role, at, expiresAt });
        const until = new Date(expiresAt).toISOString();
        const detail = `role ${role}, until ${until}`;
        await recordAudit(tx, { action: 'token.created', target: name, detail, at });
        return token;
      });
    },
    /** @returns its name. @throws HttpError if the account has no such token */
    async remove(accountId: string, id: string): Promise<string> {
      const removed = await journal.commit(async (tx) => {
        const found = await deleteApiToken(tx, accountId, id);
        if (found === undefined) throw httpError(404, 'There is no such token.');
        await recordAudit(tx, { action: 'token.removed', target: found.name, at: now() });
        return found;
      });
      end(removed.tokenHash);
      await exchange.publish({ kind: 'token-ended', id: removed.tokenHash });
      return removed.name;
    },
    /** Reads it again at its next use. */
    forget: ({ id }: Pick<Session, 'id'>) => cache.forget(id),
    reload: cache.reload,
    read: cache.read,
    /** Called with the session of a token that has ended before it expired. @returns unsubscribe */
    onEnd: ends.add,
  };
}

async function readTokens(db: Database, ids: readonly string[], now: number) {
  const found = await findApiTokens(db, ids, now);
  return new Map([...found].map(([id, token]) => [id, tokenSessionOf(token)]));
}

const tokenSessionOf = (stored: StoredApiToken): Omit<CachedSession, 'readAt'> => ({
  account: stored.account,
  token: { id: stored.id, name: stored.name },
  expiresAt: stored.expiresAt,
  seenAt: stored.lastUsedAt,
  mustEnrol: stored.mustEnrol,
  display: null,
  provenAt: 0,
  ways: NO_WAYS,
});
