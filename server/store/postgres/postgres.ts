import { CompiledQuery, type Driver, Kysely, PostgresDialect } from 'kysely';
import type { Database, DatabasePlace } from '../database.ts';
import { DatabaseUnreachableError } from '../database-errors.ts';
import { migrate } from '../migrate.ts';
import type { Tables } from '../schema.ts';
import { createPool, type Pool } from './pool.ts';

type Place = NonNullable<DatabasePlace['database']>;

/** Opens the database, whose tables are taken as they are. It connects with the first query. */
export function openPostgres(
  place: Place,
  onUnreachable?: () => void,
): { readonly db: Database; readonly pool: Pool } {
  const pool = createPool(place, onUnreachable);
  return { db: new Kysely<Tables>({ dialect: new OneWriterDialect({ pool }) }), pool };
}

/**
 * Brings the tables up to date; of several instances that start at the same time one does, and the others wait.
 *
 * @throws DatabaseUnreachableError, NewerDatabaseError
 */
export async function migratePostgres(url: string): Promise<void> {
  const pool = createPool({ url, connectionsMax: 2, patient: true });
  const db = new Kysely<Tables>({ dialect: new OneWriterDialect({ pool }) });
  try {
    await migrate(db, `The database ${nameOf(url)}`);
  } finally {
    await db.destroy();
  }
}

/** Gives a new database its tables; leaves any other as it is. */
export async function migrateIfEmpty(url: string): Promise<void> {
  const { db } = openPostgres({ url, connectionsMax: 1 });
  try {
    const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
    if (tables.length > 0) return;
  } finally {
    await db.destroy();
  }
  await migratePostgres(url);
}

/** @returns what may be printed of an address: it has a password in it */
export function nameOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

/** Number of the advisory lock that a transaction holds to its end: "meridian" in ASCII. */
const WRITER_LOCK = 0x6d6572696469616en;

/**
 * One transaction at a time may write, in all instances, as on SQLite: what it has read stays true to its end, and numbers are
 * in the order of commits. One that only reads takes no lock.
 */
class OneWriterDialect extends PostgresDialect {
  override createDriver(): Driver {
    const driver = super.createDriver();
    const begin = driver.beginTransaction.bind(driver);
    driver.beginTransaction = async (connection, settings) => {
      if (settings.accessMode === 'read only') return begin(connection, settings);
      await connection.executeQuery(
        CompiledQuery.raw(`begin; select pg_advisory_xact_lock(${WRITER_LOCK})`),
      );
    };
    const rollback = driver.rollbackTransaction.bind(driver);
    // Its error would replace the one that says why. The server has rolled back with the connection's end.
    driver.rollbackTransaction = (connection) =>
      rollback(connection).catch((error: unknown) => {
        if (!(error instanceof DatabaseUnreachableError)) throw error;
      });
    return driver;
  }
}
