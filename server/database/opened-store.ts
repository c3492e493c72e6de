import type { Database } from './database.ts';
import type { DatabaseHealth } from './health.ts';
import type { Journal } from './journal.ts';
import type { PoolCounters } from './postgres/pool.ts';
import type { PubSub } from './pubsub.ts';

/** What an engine makes of a database. The owner closes it. */
export interface OpenedStore {
  readonly db: Database;
  readonly journal: Journal;
  /** Messages between the instances. */
  readonly pubsub: PubSub;
  readonly health: DatabaseHealth;
  /** Of the connections to PostgreSQL; null on SQLite. */
  pool(): PoolCounters | null;
  close(): Promise<void>;
}
