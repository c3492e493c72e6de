import type { TableInfo } from '../../../server/archive/rows/table-info.ts';
import {
  deleteRows,
  insertRows,
  type Row,
  setSequence,
} from '../../../server/archive/rows/table-rows.ts';
import { archivedTables } from '../../../server/archive/table-copy.ts';
import type { Database } from '../../../server/database/database.ts';

/** Sorted otherwise by every language; the last has characters that JSON escapes, or that are two in UTF-16. */
const NAMES = ['a', 'B', 'ä', 'Z', '_', 'aa', 'é', 'e', '10', '9', 'quote " \n \u2028 🛰 \u0001'];

/**
 * Fills every table, whatever tables there are: all values of a row are the same, so that rows refer to each other.
 *
 * @returns the tables
 */
export async function fillTables(db: Database): Promise<TableInfo[]> {
  const tables = await archivedTables(db);
  await db.transaction().execute(async (tx) => {
    for (const table of tables.toReversed()) await deleteRows(tx, table);
    for (const table of tables) {
      const rows = NAMES.map((_, i) => rowOf(table, i));
      await insertRows(tx, table, rows);
      await setSequence(tx, table, rows.length);
    }
  });
  return tables;
}

function rowOf({ columns }: TableInfo, index: number): Row {
  const value = { text: NAMES[index] ?? '', integer: index + 1, real: index + 0.1 };
  return Object.fromEntries(columns.map(({ name, kind }) => [name, value[kind]]));
}
