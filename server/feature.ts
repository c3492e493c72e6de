import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Clock } from './base/clock.ts';
import type { Config } from './config/config.ts';
import type { Platform } from './config/mesh-config.ts';
import type { Database, Tx } from './database/database.ts';
import type { DatabaseHealth } from './database/health.ts';
import type { Emit, Journal } from './database/journal.ts';
import type { PubSub } from './database/pubsub.ts';
import type { Limits } from './limits/limits.ts';

/** What every feature stands on. */
export interface NodeBase {
  readonly config: Config;
  /** The peers of this node, as they are now: see `PlatformList`. */
  readonly platforms: readonly Platform[];
  readonly db: Database;
  readonly journal: Journal;
  /** Messages between the instances. */
  readonly pubsub: PubSub;
  readonly health: DatabaseHealth;
  readonly clock: Clock;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  readonly limits: Limits;
  /** Of what `/metrics` says. */
  readonly registry: Registry;
  /** Name of the served build. */
  readonly build: string;
}

/**
 * A part of the product on the server. Its `setUp` gets what every feature stands on, and what it needs of others; `node.ts`
 * lists all features in their order and knows nothing else of them.
 */
export interface Feature {
  /** Registers its routes and metrics, before this instance listens. */
  calls?(app: FastifyInstance): Promise<void> | void;
  /** Continues what the process before this one has left, before the first request. */
  resume?(): Promise<void>;
  /**
   * Begins what only the leading instance does. Called at the beginning of each term, in the order of the features.
   *
   * @param journal refuses commits when the term is over
   */
  lead?(journal: Journal): Promise<Led> | Led;
  /** Ends what it does with a platform that is not probed any more, in the transaction that stores that. */
  platformLeft?(tx: Tx, emit: Emit, left: PlatformLeft): Promise<void>;
  /** Called once, in the opposite order. */
  close?(): Promise<void> | void;
}

export interface PlatformLeft {
  readonly platform: Pick<Platform, 'id' | 'name'>;
  /** erased: removed, with its history. */
  readonly how: 'paused' | 'removed' | 'erased';
  /** Epoch milliseconds. */
  readonly at: number;
}

/** What a feature does while this instance leads. */
export interface Led {
  /** Peers can be called: this instance listens. @throws when the term has to be closed, because not all of it could begin */
  start?(): Promise<void> | void;
  /** Resolves when nothing of it is left. */
  close(): Promise<void> | void;
}
