import { type RawBuilder, sql } from 'kysely';

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
