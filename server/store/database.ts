import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './schema.ts';

export type Database = Kysely<Tables>;
export type Tx = Transaction<Tables>;

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
