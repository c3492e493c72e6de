import type { FastifyBaseLogger } from 'fastify';
import type { PeopleState } from './accounts/people-state.ts';
import {
  createSharedSlotCounter,
  createSlotCounter,
  type SlotCounter,
} from './bundles/uploads/slot-counter.ts';
import type { Config } from './config.ts';
import { createOwnReach, createSharedReach } from './displays/display-reach.ts';
import { createDisplays, type Displays } from './displays/displays.ts';
import { createHub, type Hub } from './live/hub.ts';
import { createLoadGuard, type LoadGuard } from './live/load-guard.ts';
import type { Database } from './store/database.ts';
import type { DatabaseHealth } from './store/health.ts';
import type { Journal } from './store/journal.ts';
import { createClaims } from './store/postgres/claims.ts';
import type { PubSub } from './store/pubsub.ts';

interface LiveSetupDeps extends PeopleState {
  readonly config: Config;
  readonly db: Database;
  readonly journal: Journal;
  readonly health: DatabaseHealth;
  readonly pubsub: PubSub;
  readonly now: () => number;
  readonly log: FastifyBaseLogger;
  /** Name of the served build. */
  readonly build: string;
}

export interface LiveSetup {
  readonly hub: Hub;
  readonly loadGuard: LoadGuard;
  readonly displays: Displays;
  readonly slotCounter: SlotCounter;
  close(): Promise<void>;
}

/**
 * Puts together what live sockets need. A socket lasts no longer than its session, what it may read, and a stream without gaps
 * from a database that answers.
 */
export function setUpLive(deps: LiveSetupDeps): LiveSetup {
  const { config, db, journal, health, pubsub, now, sessions, tokens, log } = deps;
  const loadGuard = createLoadGuard({ socketsMax: config.liveSocketsMax });
  const hub = createHub({ ...deps, loadGuard, hasOthers: config.drainMs > 0 });
  journal.onGap(() => hub.reconnect(undefined));
  health.onChange((reachable) => {
    if (!reachable) hub.reconnect(undefined);
  });
  sessions.onEnd((id) => hub.closeSession(id));
  tokens.onEnd((id) => hub.closeSession(id));
  sessions.onRefresh((accountId) => hub.reconnect(accountId));
  // Somewhere a session may have ended that this instance does not know of.
  pubsub.onGap(() => void hub.checkSessions());
  const onError = (error: unknown) => log.error({ reason: String(error) }, 'display not stored');
  const claims = config.database && createClaims(db);
  const reach = claims
    ? createSharedReach({ hub, claims, pubsub, db, onError })
    : createOwnReach(hub);
  const displays = createDisplays({ db, journal, now, hub, reach, sessions, onError });
  return {
    hub,
    loadGuard,
    displays,
    slotCounter: claims ? createSharedSlotCounter(claims, journal) : createSlotCounter(),
    async close() {
      loadGuard.close();
      await displays.close();
      reach.close();
      await claims?.close();
    },
  };
}
