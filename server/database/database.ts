import { type Kysely, PostgresAdapter, type SelectQueryBuilder, type Transaction } from 'kysely';
import type { Tables } from './schema.ts';

/** The database, or a transaction: whoever only reads takes either. */
export type Database = Kysely<Tables>;
/** What writes, and belongs to a commit. */
export type Tx = Transaction<Tables>;

/** @returns how many rows a query finds */
export async function countRows<Table extends keyof Tables>(
  query: SelectQueryBuilder<Tables, Table, object>,
): Promise<number> {
  const { count } = await query
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Where the database is: in a data directory, or at an address. */
export interface DatabasePlace {
  /** Absolute. */
  readonly dataDir: string;
  /** Null: SQLite in the data directory. */
  readonly database: {
    readonly url: string;
    readonly connectionsMax: number;
    /** A statement may take as long as it takes. */
    readonly patient?: boolean;
  } | null;
}

export const isPostgres = (db: Pick<Database, 'getExecutor'>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;
