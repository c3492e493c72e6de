import { type ColumnDefinitionBuilder, type Kysely, PostgresAdapter } from 'kysely';

/** Type of a column that holds a number which the database gives. */
export const idType = (db: Kysely<unknown>) => (isPostgres(db) ? 'bigint' : 'integer');

/** A primary key of this type, which the database numbers. */
export const numbered = (db: Kysely<unknown>) => (column: ColumnDefinitionBuilder) =>
  isPostgres(db)
    ? column.generatedByDefaultAsIdentity().primaryKey()
    : column.primaryKey().autoIncrement();

const isPostgres = (db: Kysely<unknown>) => db.getExecutor().adapter instanceof PostgresAdapter;
