import type { Database, DatabasePlace } from './database.ts';
import { OtherReleaseError } from './database-errors.ts';
import { isUpToDate, migrate, migrateTo } from './migrate.ts';
import { openSqlite, openSqliteToRead, sqlitePath } from './sqlite.ts';

/**
 * Opens (or creates) the database, checks it and brings its tables up to date.
 *
 * @throws DamagedDatabaseError, DatabaseUnreachableError, NewerDatabaseError when a later release was here
 */
export async function openDatabase({ dataDir, database }: DatabasePlace): Promise<Database> {
  if (database !== null) {
    const { migratePostgres, openPostgres } = await import('./postgres/postgres.ts');
    await migratePostgres(database.url);
    return openPostgres(database).db;
  }
  const db = openSqlite(dataDir);
  try {
    await migrate(db, sqlitePath(dataDir));
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/**
 * Opens (or creates) the database and brings its tables to how they were after these migrations.
 *
 * @throws DamagedDatabaseError, DatabaseUnreachableError, OtherReleaseError if it has had others
 */
export async function openDatabaseAt(
  { dataDir, database }: DatabasePlace,
  migrations: readonly string[],
): Promise<Database> {
  const db =
    database === null
      ? openSqlite(dataDir)
      : (await import('./postgres/postgres.ts')).openPostgres(database).db;
  try {
    await migrateTo(db, migrations);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** Opens the database only to read, also while a node writes. Its tables are taken as they are. */
export async function openDatabaseToRead({ dataDir, database }: DatabasePlace): Promise<Database> {
  if (database === null) return openSqliteToRead(dataDir);
  return (await import('./postgres/postgres.ts')).openPostgres(database).db;
}

/**
 * Opens the database that running nodes use, and changes nothing about it.
 *
 * @throws DamagedDatabaseError, DatabaseUnreachableError, OtherReleaseError
 */
export async function openSharedDatabase({ dataDir, database }: DatabasePlace): Promise<Database> {
  const db =
    database === null
      ? openSqlite(dataDir)
      : (await import('./postgres/postgres.ts')).openPostgres(database).db;
  try {
    if (await isUpToDate(db)) return db;
    throw new OtherReleaseError(
      'The running node has another release than this program. Restart it with this release first.',
    );
  } catch (error) {
    await db.destroy();
    throw error;
  }
}
