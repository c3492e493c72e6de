import {
  type ColumnDefinitionBuilder,
  type CreateTableBuilder,
  type Kysely,
  PostgresAdapter,
  sql,
} from 'kysely';

/** Type of a column that holds a number which the database gives. */
export const idType = (db: Kysely<unknown>) => (isPostgres(db) ? 'bigint' : 'integer');

/** A primary key of this type, which the database numbers. */
export const numbered = (db: Kysely<unknown>) => (column: ColumnDefinitionBuilder) =>
  isPostgres(db)
    ? column.generatedByDefaultAsIdentity().primaryKey()
    : column.primaryKey().autoIncrement();

/** A table that a crash of the database may empty: in return its rows need not be synced. */
export const unlogged = (db: Kysely<unknown>) => (table: CreateTableBuilder<string>) =>
  isPostgres(db) ? table.modifyFront(sql`unlogged`) : table;

const isPostgres = (db: Kysely<unknown>) => db.getExecutor().adapter instanceof PostgresAdapter;
