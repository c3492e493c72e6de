import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { keepInstance } from './leader/instance-keeper.ts';
import { createLeaderCalls, type LeaderCalls, NO_LEADER } from './leader/leader-calls.ts';
import { createSoleLeadership, type Leadership, type OpenTerm } from './leader/leadership.ts';
import { createLeaseLeadership } from './leader/lease-leadership.ts';
import type { Database } from './store/database.ts';
import type { Instance } from './store/instances.ts';
import type { Journal } from './store/journal.ts';
import type { PubSub } from './store/pubsub.ts';

interface InstancesDeps {
  readonly config: Config;
  readonly db: Database;
  readonly journal: Journal;
  readonly pubsub: PubSub;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  /** Name of this build. */
  readonly build: string;
}

/** This instance among those of its database. The owner closes it. */
export interface InstanceSetup {
  readonly instance: Instance;
  readonly leaderCalls: LeaderCalls;
  createLeadership(openTerm: OpenTerm): Leadership;
  close(): Promise<void>;
}

/** On SQLite there is one instance, which leads and asks nobody. */
export function setUpInstance(deps: InstancesDeps): InstanceSetup {
  const { config, journal, clock, build } = deps;
  const id = randomUUID();
  const instance = { id, name: config.instanceName, build, startedAt: clock.now() };
  if (config.database === null)
    return {
      instance,
      leaderCalls: { commands: NO_LEADER, serve: () => () => undefined },
      createLeadership: (openTerm) => createSoleLeadership(journal, openTerm),
      close: async () => undefined,
    };
  return {
    instance,
    leaderCalls: createLeaderCalls(deps),
    createLeadership: (openTerm) => createLeaseLeadership({ ...deps, instance: id, openTerm }),
    close: keepInstance(deps, instance).close,
  };
}
