import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { PushKind, Severity } from '../contract/limits.ts';
import type { PushMessage } from '../contract/shapes/push.ts';
import type { Clock } from './base/clock.ts';
import type { Loops } from './base/loop.ts';
import type { Config } from './config/config.ts';
import type { Platform } from './config/mesh-config.ts';
import type { Tx } from './database/database.ts';
import type { Emit, TermJournal } from './database/journal.ts';
import type { OpenedStore } from './database/opened-store.ts';
import type { Limits } from './limits/limits.ts';
import type { Round } from './round.ts';

/** The text of an alert: short enough for a locked screen, and still true when it is read later. */
export interface AlertMessage extends Omit<PushMessage, 'id'> {
  readonly kind: PushKind;
  readonly severity: Severity;
  /** Username of whom alone it concerns, on all devices that they have. */
  readonly to?: string;
  /** They are asked to take an incident on. */
  readonly offer?: OfferedIncident;
}

/** What is said of an offer is said as long as it stands. */
export interface OfferedIncident {
  readonly id: number;
  readonly until: number;
}

/** What every feature stands on. */
export interface NodeBase extends Pick<OpenedStore, 'db' | 'journal' | 'pubsub' | 'health'> {
  readonly config: Config;
  /** The peers of this node, as they are now: see `PlatformList`. */
  readonly platforms: readonly Platform[];
  readonly clock: Clock;
  readonly loops: Loops;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  readonly limits: Limits;
  /** Tells everybody or one person of a fact, by the bell and on the devices that want it, in the commit that stores it. */
  readonly notify: (tx: Tx, emit: Emit, message: AlertMessage) => Promise<void>;
  /** Of what `/metrics` says. */
  readonly registry: Registry;
  /** Name of the served build. */
  readonly build: string;
}

/** The same in a term of the leader: what it commits is refused when the term is over. */
export interface TermBase extends Omit<NodeBase, 'journal'> {
  readonly journal: TermJournal;
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
   * @param afterRound that of all features, in their order
   */
  lead?(journal: TermJournal, afterRound: AfterRound): Promise<Led> | Led;
  /** Stores what follows from a round of probes, in the transaction that stores its results. */
  afterRound?: AfterRound;
  /** Ends what it does with a platform that is not probed any more, in the transaction that stores that. */
  platformLeft?(tx: Tx, emit: Emit, left: PlatformLeft): Promise<void>;
  /** Called once, in the opposite order. */
  close?(): Promise<void> | void;
}

export type AfterRound = (tx: Tx, emit: Emit, round: Round) => Promise<void>;

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
