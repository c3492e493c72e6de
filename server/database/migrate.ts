import { Migrator, sql } from 'kysely';
import { ActionableError } from '../base/actionable-error.ts';
import type { Database } from './database.ts';
import { MIGRATIONS } from './migrations.ts';

/**
 * Brings the tables up to date.
 *
 * @param name of the database, for people
 * @throws ActionableError when a later release was here
 */
export async function migrate(db: Database, name: string): Promise<void> {
  const migrator = migratorOf(db);
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const run = await migrationsRun(db).catch(() => []);
  const unknown = run.filter((name) => !(name in MIGRATIONS));
  if (unknown.length === 0) throw error;
  throw new ActionableError(
    `${name} was brought up to date by a newer release (${unknown.join(', ')}). ` +
      'Start that one, or put back the backup from before it.',
    { cause: error },
  );
}

/**
 * Brings the tables of a database to how they were after these migrations, and no further.
 *
 * @throws ActionableError if it has had others
 */
export async function migrateTo(db: Database, migrations: readonly string[]): Promise<void> {
  const migrator = migratorOf(db);
  const [last] = migrations.slice(-1);
  const known = await migrator.getMigrations();
  const isBeyond = known.some(({ name, executedAt }) => executedAt && !migrations.includes(name));
  if (isBeyond || last === undefined)
    throw new ActionableError(
      'The database has tables of another release. Give an empty one; nothing was changed.',
    );
  const { error } = await migrator.migrateTo(last);
  if (error !== undefined) throw error;
}

/** @returns names of the migrations that were run */
export async function migrationsRun(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}

/** @returns whether the database has had the migrations of this release, and no others */
export async function isUpToDate(db: Database): Promise<boolean> {
  const run = await migrationsRun(db);
  return run.length === Object.keys(MIGRATIONS).length && run.every((name) => name in MIGRATIONS);
}

/** Migrations name columns as the database does. */
const migratorOf = (db: Database): Migrator =>
  new Migrator({
    db: db.withoutPlugins(),
    provider: { getMigrations: async () => MIGRATIONS },
  });
