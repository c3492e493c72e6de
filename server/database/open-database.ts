import { ActionableError } from '../base/actionable-error.ts';
import type { Database, DatabasePlace } from './database.ts';
import { isUpToDate, migrate, migrateTo } from './migrate.ts';
import { openSqlite, openSqliteToRead, sqlitePath } from './sqlite.ts';

/**
 * Opens (or creates) the database, checks it and brings its tables up to date.
 *
 * @throws DamagedDatabaseError, DatabaseUnreachableError, ActionableError when a later release was here
 */
export async function openDatabase(place: DatabasePlace): Promise<Database> {
  if (place.database === null)
    return prepared(place, (db) => migrate(db, sqlitePath(place.dataDir)));
  const { migratePostgres } = await import('./postgres/postgres.ts');
  await migratePostgres(place.database.url);
  return open(place);
}

/**
 * Opens (or creates) the database and brings its tables to how they were after these migrations.
 *
 * @throws DamagedDatabaseError, DatabaseUnreachableError, ActionableError if it has had others
 */
export const openDatabaseAt = (place: DatabasePlace, migrations: readonly string[]) =>
  prepared(place, (db) => migrateTo(db, migrations));

/** Opens the database only to read, also while a node writes. Its tables are taken as they are. */
export const openDatabaseToRead = async (place: DatabasePlace): Promise<Database> =>
  place.database === null ? openSqliteToRead(place.dataDir) : open(place);

/**
 * Opens the database that running nodes use, and changes nothing about it.
 *
 * @throws DamagedDatabaseError, DatabaseUnreachableError, ActionableError
 */
export const openSharedDatabase = (place: DatabasePlace): Promise<Database> =>
  prepared(place, async (db) => {
    if (!(await isUpToDate(db)))
      throw new ActionableError(
        'The running node has another release than this program. Restart it with this release first.',
      );
  });

async function open({ dataDir, database }: DatabasePlace): Promise<Database> {
  if (database === null) return openSqlite(dataDir);
  return (await import('./postgres/postgres.ts')).openPostgres(database).db;
}

/** Closes the database again if `prepare` fails. */
async function prepared(
  place: DatabasePlace,
  prepare: (db: Database) => Promise<void>,
): Promise<Database> {
  const db = await open(place);
  try {
    await prepare(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}
