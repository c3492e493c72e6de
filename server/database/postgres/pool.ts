import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { DatabaseUnreachableError } from '../database-errors.ts';
import { storedValue } from '../stored-text.ts';
import { asDatabaseError, readOnlyError } from './errors.ts';

/** How long each may take, in milliseconds. A paused or hung writer keeps the others waiting no longer. */
const CONNECT_MS = 5_000;
const STATEMENT_MS = 15_000;
const LOCK_MS = 10_000;
const IDLE_IN_TRANSACTION_MS = 5_000;
/** What the server limits takes this much longer at most; then the connection is cut off. */
const ANSWER_MS = STATEMENT_MS + 5_000;
const IDLE_MS = 60_000;

/** How many connections there are, and how many calls wait for one. */
export interface PoolCounters {
  readonly total: number;
  readonly idle: number;
  readonly waiting: number;
}

export interface Pool extends PostgresPool {
  counters(): PoolCounters;
  /** Cuts off every connection, so that what waits for an answer fails at once. */
  cutOff(): void;
}

interface PoolOptions {
  readonly url: string;
  readonly connectionsMax: number;
  /** A statement may take as long as it takes: for changes of tables. */
  readonly patient?: boolean;
}

/** Settings of every connection. What the address itself says goes before them. */
export function connectionSettings(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'meridian',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser },
  };
}

const INT8 = 20;
const NUMERIC = 1700;

/** Counts, sums and times stay far below 2^53. By default they arrive as text. */
const getTypeParser = ((oid: number, format?: 'text' | 'binary') =>
  oid === INT8 || oid === NUMERIC
    ? Number
    : pg.types.getTypeParser(oid, format as 'text')) as pg.CustomTypesConfig['getTypeParser'];

/** Who knows whether the database answers. */
export interface Watch {
  isReachable(): boolean;
  /** Called when a connection or a query fails because the database does not answer, or takes no changes. */
  onUnreachable(error: unknown): void;
}

const NOBODY: Watch = { isReachable: () => true, onUnreachable: () => undefined };

export function createPool(
  { url, connectionsMax, patient = false }: PoolOptions,
  watch: Watch = NOBODY,
): Pool {
  const { isReachable, onUnreachable } = watch;
  const pool = new pg.Pool({
    ...connectionSettings(url),
    max: connectionsMax,
    idleTimeoutMillis: IDLE_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    ...(!patient && {
      statement_timeout: STATEMENT_MS,
      lock_timeout: LOCK_MS,
      query_timeout: ANSWER_MS,
    }),
    // What only reads, as a backup does, may have a standby.
    ...(watch !== NOBODY && { onConnect: assertWritable }),
  });
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const clients = new Set<pg.PoolClient>();
  pool.on('connect', (client) => {
    clients.add(client);
    // Lost while it is in use, between two queries: the next one says so.
    client.on('error', onUnreachable);
  });
  pool.on('remove', (client) => clients.delete(client));
  // Lost while it was idle: the pool has removed it.
  pool.on('error', onUnreachable);

  function report(error: unknown): unknown {
    const known = asDatabaseError(error);
    if (known instanceof DatabaseUnreachableError) onUnreachable(error);
    return known;
  }

  return {
    async connect() {
      // Nobody waits for what is known to fail.
      if (!isReachable()) throw new DatabaseUnreachableError('known to be away');
      const client = await pool.connect().catch((error: unknown) => {
        throw report(error);
      });
      const known = wrapped.get(client) ?? wrap(client, report);
      wrapped.set(client, known);
      return known;
    },
    end: () => pool.end(),
    counters: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      // Those that have just asked get an idle one in the next tick.
      waiting: Math.max(0, pool.waitingCount - pool.idleCount),
    }),
    cutOff() {
      for (const client of clients) cutOff(client);
    },
  };
}

/** A connection keeps what it began with: in the pool it would refuse to write when the others do again. */
async function assertWritable(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query('show transaction_read_only');
  if (rows[0].transaction_read_only === 'on') throw readOnlyError();
}

/** A connection that failed is not used again: an answer that is late would be taken for that of the next query. */
function wrap(client: pg.PoolClient, report: (error: unknown) => unknown): PostgresPoolClient {
  let broken = false;
  const query = async (text: string, parameters: readonly unknown[]) => {
    try {
      return await client.query(text, parameters.map(storedValue));
    } catch (error) {
      const known = report(error);
      broken ||= known instanceof DatabaseUnreachableError;
      throw known;
    }
  };
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(broken),
  };
}

/** Ends a connection without the farewell, for which a network that is gone would have to answer. */
export function cutOff(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } };
  connection.stream.destroy();
}
