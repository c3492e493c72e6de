import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * Whether a column's text begins so. A range of texts would depend on how the database orders text, which is not by bytes on
 * most PostgreSQL servers.
 */
export const startsWith = (column: string, start: string): RawBuilder<boolean> =>
  sql<boolean>`substr(${sql.ref(column)}, 1, length(${start})) = ${start}`;

/**
 * Text in one of the columns, in any case. SQLite folds the case of ASCII only, so a text with other letters is also
 * compared as it was typed.
 */
export function containsText(columns: readonly string[], text: string): RawBuilder<boolean> {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  const folded = pattern.toLowerCase();
  // Kysely's builder has no ESCAPE clause.
  const matches = columns.map((name) => {
    const column = sql.ref(name);
    return sql`lower(${column}) like ${folded} escape '\\' or ${column} like ${pattern} escape '\\'`;
  });
  return sql<boolean>`(${sql.join(matches, sql` or `)})`;
}

const SLICE_ROWS = 10_000;

interface Search {
  readonly table: 'audit' | 'activity';
  /** Only rows with a smaller id. */
  readonly before: number | undefined;
  readonly limit: number;
}

/**
 * Reads what matches in a big table by slices of its ids, the newest first, and lets others run between two: SQLite answers in
 * the thread of the server, and a search that finds nothing reads every row.
 *
 * @param read the matching rows of a slice, newest first
 */
export async function newestFirst<Row>(
  db: Database,
  { table, before, limit }: Search,
  read: (slice: RawBuilder<boolean>, limit: number) => Promise<Row[]>,
): Promise<Row[]> {
  const ends = await db
    .selectFrom(table)
    .select(({ fn }) => [fn.min('id').as('first'), fn.max('id').as('last')])
    .executeTakeFirst();
  const found: Row[] = [];
  let upTo = Math.min(ends?.last ?? 0, (before ?? Number.POSITIVE_INFINITY) - 1);
  for (; upTo >= (ends?.first ?? 1) && found.length < limit; upTo -= SLICE_ROWS) {
    const slice = sql<boolean>`id <= ${upTo} and id > ${upTo - SLICE_ROWS}`;
    found.push(...(await read(slice, limit - found.length)));
    await setImmediate();
  }
  return found;
}
