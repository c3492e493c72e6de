import { sql } from 'kysely';
import { type Database, isPostgres } from './database.ts';

/** The clock that all instances share; a transaction may have waited for the one writer since it began. */
export const DATABASE_NOW = sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`;

/** The same on both engines. */
export const databaseNow = (db: Database) =>
  isPostgres(db) ? DATABASE_NOW : sql<number>`cast(unixepoch('subsec') * 1000 as integer)`;
