import { Migrator, sql } from 'kysely';
import type { Database } from './database.ts';
import { NewerDatabaseError } from './database-errors.ts';
import { MIGRATIONS } from './migrations.ts';

/**
 * Brings the tables up to date.
 *
 * @param name of the database, for people
 * @throws NewerDatabaseError when a later release was here
 */
export async function migrate(db: Database, name: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const unknown = (await migrationsRun(db)).filter((name) => !(name in MIGRATIONS));
  if (unknown.length === 0) throw error;
  throw new NewerDatabaseError(
    `${name} was brought up to date by a newer release (${unknown.join(', ')}). ` +
      'Start that one, or put back the backup from before it.',
    { cause: error },
  );
}

/** @returns names of the migrations that were run */
export async function migrationsRun(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}
