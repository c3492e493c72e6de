import { sql } from 'kysely';
import { type Database, isPostgres } from './database.ts';

/**
 * Epoch milliseconds by PostgreSQL's clock, the one that all instances share. Not the time at which the transaction began: it
 * may have waited for the one writer.
 */
export const DATABASE_NOW = sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`;

/** The same on both engines. */
export const databaseNow = (db: Database) =>
  isPostgres(db) ? DATABASE_NOW : sql<number>`cast(unixepoch('subsec') * 1000 as integer)`;
