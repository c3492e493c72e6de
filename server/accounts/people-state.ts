import type { Config } from '../config/config.ts';
import type { NodeBase } from '../feature.ts';
import { createLimits, type Limits } from '../limits/limits.ts';
import { type ApiTokens, createApiTokens } from './api-tokens.ts';
import { createSessionExchange } from './sessions/session-exchange.ts';
import { createSessions, type SessionRights, type Sessions } from './sessions/sessions.ts';

/** Who has a session or an API token, and how often somebody may try. */
export interface PeopleState {
  readonly sessions: Sessions;
  readonly tokens: ApiTokens;
  readonly limits: Limits;
  /** Reads sessions from the database, those of tokens too. @returns the live ones by id */
  readonly readSessions: (ids: readonly string[]) => Promise<ReadonlyMap<string, SessionRights>>;
}

interface PeopleStateDeps extends Pick<NodeBase, 'db' | 'journal' | 'pubsub' | 'now'> {
  readonly config: Pick<Config, 'sessionMs' | 'sessionMaxMs'>;
}

export function createPeopleState({ config, pubsub, ...deps }: PeopleStateDeps): PeopleState {
  const shared = { ...deps, exchange: createSessionExchange(pubsub) };
  const { sessionMs, sessionMaxMs } = config;
  const sessions = createSessions({ ...shared, sessionMs, sessionMaxMs });
  const tokens = createApiTokens({ ...shared, sessions });
  const { db, now } = deps;
  const limits = createLimits(db, now);
  async function readSessions(ids: readonly string[]) {
    const found = await sessions.reload(ids);
    const others = ids.filter((id) => !found.has(id));
    return new Map([...found, ...(await tokens.reload(others))]);
  }
  return { sessions, tokens, limits, readSessions };
}
