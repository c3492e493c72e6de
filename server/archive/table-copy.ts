import type { Database, Tx } from '../database/database.ts';
import { ArchiveError } from './archive-format.ts';
import { createTableHash, type RowCodec, type TableDigest } from './row-codec.ts';
import { describeTables, type TableInfo } from './rows/table-info.ts';
import {
  deleteRows,
  insertRows,
  type Row,
  readRows,
  readSequence,
  setSequence,
} from './rows/table-rows.ts';

/** Tables that are in no backup, and why. Every other table is. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  space_history: 'how much room there was on another disk',
  attempts: 'limits begin anew',
  claims: 'what instances do at the moment',
  console_files: 'every instance stores the files of its own build when it starts',
  instances: 'they say themselves that they are there',
  leases: 'whoever starts there leads',
  used_nonces: 'peers sign for a minute only',
  published_proofs: 'a proof that is interrupted is begun again',
  secrets: 'the keys are archived apart, because each engine keeps them otherwise',
  moves: 'nothing reads it',
};

/** @returns the tables of a node's state, each after those that it refers to */
export async function archivedTables(db: Database): Promise<TableInfo[]> {
  return (await describeTables(db)).filter(({ name }) => !(name in LEFT_OUT));
}

/** What a table holds, and the last number that it gave to a row. */
export interface TableSummary extends TableDigest {
  /** Null: it does not number its rows. */
  readonly sequence: number | null;
}

export type TableSummaries = Readonly<Record<string, TableSummary>>;

/** Reads one table as lines. @param onLine awaited, so that it sets the pace */
export async function readTable(
  tx: Tx,
  { table, codec }: { table: TableInfo; codec: RowCodec },
  onLine?: (line: string) => Promise<void> | undefined,
): Promise<TableSummary> {
  const hash = createTableHash();
  for await (const row of readRows(tx, table)) {
    const line = codec.encode(table, row);
    hash.add(line);
    await onLine?.(line);
  }
  const sequence = table.numbered === null ? null : await readSequence(tx, table);
  return { ...hash.digest(), sequence };
}

/** Rows and characters that wait for one statement. */
const BATCH_ROWS = 500;
const BATCH_LENGTH = 1024 * 1024;

/**
 * Fills the tables of a database, in the order that `archivedTables` gives.
 *
 * @param tx all or nothing of it is to be committed. What the tables hold before is deleted.
 */
export async function createTableLoader(tx: Tx, codec: RowCodec) {
  const tables = await archivedTables(tx);
  for (const table of tables.toReversed()) await deleteRows(tx, table);
  let current: TableInfo | undefined;
  let rows: Row[] = [];
  let length = 0;

  /** Writes what still waits for a statement. */
  async function flush(): Promise<void> {
    if (current !== undefined && rows.length > 0) await insertRows(tx, current, rows);
    rows = [];
    length = 0;
  }

  return {
    flush,
    async add(name: string, line: string): Promise<void> {
      if (name !== current?.name) {
        await flush();
        current = tableNamed(tables, name);
      }
      rows.push(codec.decode(current, line));
      length += line.length;
      if (rows.length >= BATCH_ROWS || length >= BATCH_LENGTH) await flush();
    },
    /** Sets what the tables number next, and reads everything back. @throws ArchiveError if it is not what it should be */
    async finish(expected: TableSummaries): Promise<void> {
      await flush();
      for (const name of Object.keys(expected)) tableNamed(tables, name);
      for (const table of tables) await compare(tx, { table, codec }, expected[table.name]);
      // Last: on PostgreSQL this is not undone with the transaction.
      for (const table of tables) await setSequence(tx, table, expected[table.name]?.sequence ?? 0);
    },
  };
}

async function compare(
  tx: Tx,
  place: { table: TableInfo; codec: RowCodec },
  wanted: TableSummary | undefined,
): Promise<void> {
  const { name } = place.table;
  if (wanted === undefined) throw new ArchiveError(`The table ${name} is missing.`);
  const found = await readTable(tx, place);
  if (found.sha256 !== wanted.sha256 || found.rows !== wanted.rows)
    throw new ArchiveError(
      `The copy of ${name} differs: ${found.rows} rows instead of ${wanted.rows}, or other values. Nothing was stored.`,
    );
}

function tableNamed(tables: readonly TableInfo[], name: string): TableInfo {
  const table = tables.find((one) => one.name === name);
  if (table === undefined) throw new ArchiveError(`There is no table ${name} to restore.`);
  return table;
}
