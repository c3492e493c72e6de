import { sql } from 'kysely';
import { DAY_MS } from '../../../contract/limits.ts';
import { type Database, isPostgres, type Tx } from '../../database/database.ts';
import { pruningTime } from '../../database/pruning-time.ts';
import type { Row } from '../../database/schema.ts';

const KEPT_MS = 31 * DAY_MS;

/** One row an hour, and those of the last month; another of the same hour changes nothing. */
export async function saveSpace(tx: Tx, row: Row<'spaceHistory'>): Promise<void> {
  await tx
    .insertInto('spaceHistory')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const before = (await pruningTime(tx, row.at)) - KEPT_MS;
  await tx.deleteFrom('spaceHistory').where('at', '<', before).execute();
}

/** @returns the worst of each day (UTC), oldest first */
export const listSpaceDays = (db: Database, since: number) =>
  db
    .selectFrom('spaceHistory')
    .select(({ fn }) => [
      fn.max('at').as('at'),
      fn.min('freeBytes').as('freeBytes'),
      fn.max('databaseBytes').as('databaseBytes'),
    ])
    .where('at', '>=', since)
    .groupBy(sql`at - at % ${DAY_MS}`)
    .orderBy('at')
    .execute();

/** @returns the size of the whole database, which the journal is part of */
export async function databaseBytes(db: Database): Promise<number> {
  const query = isPostgres(db)
    ? sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
    : sql<{
        bytes: number;
      }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`;
  const [row] = (await query.execute(db)).rows;
  return Number(row?.bytes ?? 0);
}
