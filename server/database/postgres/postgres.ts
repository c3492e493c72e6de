import {
  CompiledQuery,
  type Driver,
  Kysely,
  PostgresDialect,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import { ActionableError } from '../../base/actionable-error.ts';
import { CamelCaseRows, memoized, snakeCase } from '../camel-case.ts';
import type { Database, DatabasePlace } from '../database.ts';
import { DatabaseUnreachableError } from '../database-errors.ts';
import { isUpToDate, migrate } from '../migrate.ts';
import type { Tables } from '../schema.ts';
import { createPool, type Pool, type Watch } from './pool.ts';

type Place = NonNullable<DatabasePlace['database']>;

/** Opens the database, whose tables are taken as they are. It connects with the first query. */
export function openPostgres(
  place: Place,
  watch?: Watch,
): { readonly db: Database; readonly pool: Pool } {
  const pool = createPool(place, watch);
  return { db: kyselyOf(pool), pool };
}

/**
 * Brings the tables up to date; of several instances that start at the same time one does, and the others wait.
 *
 * @throws DatabaseUnreachableError, ActionableError
 */
export async function migratePostgres(url: string): Promise<void> {
  const pool = createPool({ url, connectionsMax: 2, patient: true });
  const db = kyselyOf(pool);
  try {
    await assertFit(db, nameOf(url));
    // Asking the catalogue for all tables, as the migrator does, is most of a start.
    if (await isUpToDate(db).catch(() => false)) return;
    await migrate(db, `The database ${nameOf(url)}`);
  } catch (error) {
    if ((error as { code?: unknown }).code !== INSUFFICIENT_PRIVILEGE) throw error;
    const reason = (error as Error).message;
    throw new ActionableError(
      `DATABASE_URL: this user may not create tables in ${nameOf(url)} (${reason}). Make it the owner of the database.`,
    );
  } finally {
    await db.destroy();
  }
}

const INSUFFICIENT_PRIVILEGE = '42501';
const OLDEST_VERSION = 15;

async function assertFit(db: Database, name: string): Promise<void> {
  const { rows } = await sql<{ version: number; encoding: string }>`
    select current_setting('server_version_num')::integer / 10000 as version,
      current_setting('server_encoding') as encoding
  `.execute(db);
  const { version = 0, encoding } = rows[0] ?? {};
  if (version < OLDEST_VERSION)
    throw new ActionableError(
      `DATABASE_URL: ${name} is on PostgreSQL ${version}; ${OLDEST_VERSION} or newer is needed.`,
    );
  if (encoding !== 'UTF8')
    throw new ActionableError(
      `DATABASE_URL: ${name} stores text as ${encoding}. Create the database with encoding UTF8.`,
    );
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

const kyselyOf = (pool: Pool): Database =>
  new Kysely<Tables>({ dialect: new OneWriterDialect({ pool }), plugins: [new CamelCaseRows()] });

const PATIENT = `set local idle_in_transaction_session_timeout = '10min'`;
/** Number of the advisory lock that a transaction holds to its end: "meridian" in ASCII. */
const WRITER_LOCK = 0x6d6572696469616en;

/**
 * One transaction at a time may write, in all instances, as on SQLite: what it has read stays true to its end, and numbers are
 * in the order of commits. One that only reads takes no lock, and may take its time between two queries: a backup does.
 */
class OneWriterDialect extends PostgresDialect {
  override createQueryCompiler(): PostgresQueryCompiler {
    return new SnakeCaseCompiler();
  }

  override createDriver(): Driver {
    const driver = super.createDriver();
    const begin = driver.beginTransaction.bind(driver);
    driver.beginTransaction = async (connection, settings) => {
      if (settings.accessMode === 'read only') {
        await begin(connection, settings);
        await connection.executeQuery(CompiledQuery.raw(PATIENT));
        return;
      }
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

class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier = memoized((name) =>
    super.sanitizeIdentifier(snakeCase(name)),
  );
}
