import type { Config } from '../config.ts';
import { tableTimes } from '../store/attempts.ts';
import type { Database } from '../store/database.ts';
import type { Journal } from '../store/journal.ts';
import type { PubSub } from '../store/pubsub.ts';
import { type ApiTokens, createApiTokens } from './api-tokens.ts';
import { createLimits, type Limits, memoryTimes } from './limits.ts';
import { createSessionExchange } from './session-exchange.ts';
import { createSessions, type Sessions } from './sessions.ts';

/** Who has a session or an API token, and how often somebody may try. */
export interface PeopleState {
  readonly sessions: Sessions;
  readonly tokens: ApiTokens;
  readonly limits: Limits;
  /** @returns false once the session of this id, a token's too, has ended */
  readonly isAlive: (sessionId: string) => Promise<boolean>;
}

interface PeopleStateDeps {
  readonly config: Pick<Config, 'sessionMs' | 'database'>;
  readonly db: Database;
  readonly journal: Journal;
  readonly pubsub: PubSub;
  readonly now: () => number;
}

export function createPeopleState({ config, pubsub, ...deps }: PeopleStateDeps): PeopleState {
  const shared = { ...deps, exchange: createSessionExchange(pubsub) };
  const sessions = createSessions({ ...shared, sessionMs: config.sessionMs });
  const tokens = createApiTokens({ ...shared, sessions });
  const { db, now } = deps;
  const limits = createLimits(now, config.database === null ? memoryTimes : tableTimes(db, now));
  const isAlive = async (id: string) => (await sessions.isAlive(id)) || (await tokens.isAlive(id));
  return { sessions, tokens, limits, isAlive };
}
