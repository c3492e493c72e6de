import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  CompiledQuery,
  type Driver,
  Kysely,
  SqliteDialect,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import Sqlite from 'libsql';
import { ActionableError } from '../base/actionable-error.ts';
import { CamelCaseRows, memoized, snakeCase } from './camel-case.ts';
import { isDiskFull } from './data-dir.ts';
import type { Database } from './database.ts';
import { DamagedDatabaseError } from './database-errors.ts';
import type { Tables } from './schema.ts';
import { storedValue } from './stored-text.ts';

export const sqlitePath = (dataDir: string) => join(dataDir, 'meridian.db');

/** A command beside the running node may be writing, and a node that stops locks its readers out for a moment. */
const WAIT_FOR_OTHERS = 'busy_timeout = 5000';

/** @returns false also for a file without anything in it, which stands for a database that was lost */
export const hasSqlite = (dataDir: string): boolean =>
  (statSync(sqlitePath(dataDir), { throwIfNoEntry: false })?.size ?? 0) > 0;

/** For commands that are about a node which is there already. @throws ActionableError */
export function assertSqliteIn(dataDir: string): void {
  if (!hasSqlite(dataDir))
    throw new ActionableError(`DATA_DIR: there is no database in ${dataDir}.`);
}

/**
 * Opens (or creates) `<dataDir>/meridian.db` and checks it. Its tables are taken as they are.
 *
 * Acknowledged means durable: WAL with `synchronous=FULL` syncs every commit before it returns. The check is
 * the quick one: a second for a million rows, where the full one, which compares indexes too, takes almost
 * three.
 *
 * @throws DamagedDatabaseError when SQLite's check finds fault
 */
export function openSqlite(dataDir: string): Database {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = sqlitePath(dataDir);
  // First: SQLite gives the write-ahead log the mode that the database has.
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
  const sqlite = openFile(path);
  return kyselyOf(sqlite);
}

/**
 * Opens the database of a data directory only to read, also while a node writes.
 *
 * @throws ActionableError when there is none
 */
export function openSqliteToRead(dataDir: string): Database {
  assertSqliteIn(dataDir);
  const sqlite = new Sqlite(sqlitePath(dataDir), { readonly: true, fileMustExist: true });
  sqlite.pragma(WAIT_FOR_OTHERS);
  return kyselyOf(sqlite);
}

/**
 * Leaves one complete file in a closed data directory, for backups and checks. SQLite does this itself only if no
 * prepared statement is left at the last close, and libsql frees those when memory is collected.
 */
export async function mergeWriteAheadLog(db: Database): Promise<void> {
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
}

/**
 * Puts temporary tables in front of these, for this connection. What is true only while this process lives is not worth a
 * synced commit, and must be gone with it. On PostgreSQL the rows of such tables run out.
 */
export async function makeTemporary(
  db: Database,
  tables: readonly (keyof Tables)[],
): Promise<void> {
  const { rows } = await sql<{ sql: string }>`
    select sql from main.sqlite_schema where tbl_name in (${sql.join(tables)}) and sql is not null
  `.execute(db);
  for (const { sql: create } of rows)
    await sql.raw(create.replace(/^create (table|index) /i, 'create $1 temp.')).execute(db);
}

function openFile(path: string): Sqlite.Database {
  const sqlite = new Sqlite(path);
  try {
    sqlite.pragma(WAIT_FOR_OTHERS);
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
function kyselyOf(sqlite: Sqlite.Database): Database {
  type Expected = ConstructorParameters<typeof SqliteDialect>[0]['database'];
  const dialect = new ImmediateDialect({ database: sqlite as unknown as Expected });
  return new Kysely<Tables>({ dialect, plugins: [new CamelCaseRows()] });
}

class SnakeCaseCompiler extends SqliteQueryCompiler {
  protected override sanitizeIdentifier = memoized((name) =>
    super.sanitizeIdentifier(snakeCase(name)),
  );

  protected override appendValue(parameter: unknown): void {
    super.appendValue(storedValue(parameter));
  }
}

/**
 * Transactions take the write lock at their beginning: one that has read before somebody else wrote could not write any more.
 * SQLite ends a transaction by itself when the disk is full. Kysely's own rollback then fails, and its error
 * would replace the one that says why.
 */
class ImmediateDialect extends SqliteDialect {
  override createQueryCompiler(): SqliteQueryCompiler {
    return new SnakeCaseCompiler();
  }

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
