import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  CompiledQuery,
  type Driver,
  Kysely,
  type KyselyConfig,
  Migrator,
  SqliteDialect,
  sql,
  type Transaction,
} from 'kysely';
import Sqlite from 'libsql';
import { isDiskFull } from './data-dir.ts';
import { MIGRATIONS } from './migrations.ts';
import type { Tables } from './schema.ts';

export type Database = Kysely<Tables>;
export type Tx = Transaction<Tables>;

/** The database file cannot be trusted; it is reported and left as it is. */
export class DamagedDatabaseError extends Error {
  override readonly name = 'DamagedDatabaseError';
}

/** The database was written by a release that this one does not know; it is reported and left as it is. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';
}

/**
 * Opens (or creates) `<dataDir>/meridian.db`, checks it and brings its tables up to date.
 *
 * Acknowledged means durable: WAL with `synchronous=FULL` syncs every commit before it returns. The check is
 * the quick one: a second for a million rows, where the full one, which compares indexes too, takes almost
 * three.
 *
 * @throws DamagedDatabaseError when SQLite's check finds fault, NewerDatabaseError when a later release was here
 */
export async function openDatabase(dataDir: string): Promise<Database> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'meridian.db');
  const sqlite = openSqlite(path);
  chmodSync(path, 0o600);
  const db = new Kysely<Tables>({ dialect: dialectOf(sqlite) });
  try {
    await migrate(db, path);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/**
 * Opens the database of a data directory only to read, also while a node writes. Its tables are taken as they are.
 *
 * @throws when there is none
 */
export function openDatabaseToRead(dataDir: string): Database {
  const sqlite = new Sqlite(join(dataDir, 'meridian.db'), { readonly: true, fileMustExist: true });
  return new Kysely<Tables>({ dialect: dialectOf(sqlite) });
}

/** A running node has another release than this program, which must not change its tables. */
export class OtherReleaseError extends Error {
  override readonly name = 'OtherReleaseError';
}

/**
 * Opens the database that a running node uses, and changes nothing about it.
 *
 * @throws DamagedDatabaseError, OtherReleaseError
 */
export async function openSharedDatabase(dataDir: string): Promise<Database> {
  const db = new Kysely<Tables>({ dialect: dialectOf(openSqlite(join(dataDir, 'meridian.db'))) });
  const run = await migrationsRun(db);
  if (run.length === Object.keys(MIGRATIONS).length && run.every((name) => name in MIGRATIONS))
    return db;
  await db.destroy();
  throw new OtherReleaseError(
    'The running node has another release than this program. Restart it with this release first.',
  );
}

function openSqlite(path: string): Sqlite.Database {
  const sqlite = new Sqlite(path);
  try {
    // A command beside the running node may be writing.
    sqlite.pragma('busy_timeout = 5000');
    sqlite.pragma('journal_mode = WAL');
    sqlite.pragma('synchronous = FULL');
    sqlite.pragma('foreign_keys = ON');
    const found = sqlite.pragma('quick_check') as Record<string, string>[];
    if (found[0]?.quick_check !== 'ok') throw new Error(JSON.stringify(found.slice(0, 3)));
    return sqlite;
  } catch (error) {
    sqlite.close();
    if (isDiskFull(error)) throw error;
    throw new DamagedDatabaseError(`${path} is damaged: ${String(error)}`, { cause: error });
  }
}

/** libsql speaks better-sqlite3's synchronous interface, but its types are not assignable to Kysely's. */
function dialectOf(sqlite: Sqlite.Database): KyselyConfig['dialect'] {
  type Expected = ConstructorParameters<typeof SqliteDialect>[0]['database'];
  return new ImmediateDialect({ database: sqlite as unknown as Expected });
}

/**
 * Transactions take the write lock at their beginning: one that has read before somebody else wrote could not write any more.
 * SQLite ends a transaction by itself when the disk is full. Kysely's own rollback then fails, and its error
 * would replace the one that says why.
 */
class ImmediateDialect extends SqliteDialect {
  override createDriver(): Driver {
    const driver = super.createDriver();
    driver.beginTransaction = async (connection) => {
      await connection.executeQuery(CompiledQuery.raw('begin immediate'));
    };
    const rollback = driver.rollbackTransaction.bind(driver);
    driver.rollbackTransaction = (connection) =>
      rollback(connection).catch((error: unknown) => {
        if (!String(error).includes('no transaction is active')) throw error;
      });
    return driver;
  }
}

async function migrate(db: Database, path: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const unknown = (await migrationsRun(db)).filter((name) => !(name in MIGRATIONS));
  if (unknown.length === 0) throw error;
  throw new NewerDatabaseError(
    `${path} was brought up to date by a newer release (${unknown.join(', ')}). ` +
      'Start that one, or put back the backup from before it.',
    { cause: error },
  );
}

async function migrationsRun(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}

/** Rejects while the database cannot be read. */
export async function pingDatabase(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}
