import { sql } from 'kysely';
import { type Database, isPostgres, type Tx } from '../../database/database.ts';
import { type ColumnInfo, describeTables, type TableInfo } from './table-info.ts';

/** A row of any table, by its columns' names. */
export type Row = Record<string, string | number | null>;

/** Rows of one statement: enough to be quick, few enough that long texts stay in memory. */
const READ_ROWS = 200;
const WRITE_ROWS = 500;
/** Both engines take more. */
const PARAMETERS_MAX = 30_000;

/**
 * Runs `work` on one state of the database, also while others write. It may take long: on PostgreSQL without the limits of
 * time that other transactions have.
 */
export function withSnapshot<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (!isPostgres(db)) return db.transaction().execute(work);
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await allowTime(tx);
      return work(tx);
    });
}

/** Lets this transaction wait for its client as long as it takes. */
export async function allowTime(tx: Tx): Promise<void> {
  if (!isPostgres(tx)) return;
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
  await sql`set local statement_timeout = 0`.execute(tx);
}

/** @returns every row, in the order of the table's key, which is the same on both engines; few are in memory at a time */
export async function* readRows(tx: Tx, table: TableInfo): AsyncGenerator<Row> {
  // Rows are written with the names that the database has.
  const raw = tx.withoutPlugins();
  const query = raw
    .selectFrom(sql.table(table.name).as('t'))
    .select(table.columns.map(({ name }) => sql.ref(name).as(name)))
    .orderBy(sql.join(table.key.map((column) => orderOf(tx, column))));
  if (!isPostgres(tx)) {
    for await (const row of query.stream()) yield rowOf(row as Row, table);
    return;
  }
  await sql`declare every_row no scroll cursor for ${query}`.execute(tx);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(READ_ROWS)} from every_row`.execute(raw);
    if (rows.length === 0) break;
    yield* rows.map((row) => rowOf(row, table));
  }
  await sql`close every_row`.execute(tx);
}

/** SQLite compares texts by their bytes, PostgreSQL by the rules of a language by default. */
function orderOf(tx: Tx, { name, kind }: ColumnInfo) {
  const collation = kind === 'text' && isPostgres(tx) ? sql` collate "C"` : sql``;
  return sql`${sql.ref(name)}${collation} asc nulls first`;
}

/** The driver may answer large integers as texts. PostgreSQL stores no NUL in a text. */
function rowOf(row: Row, { columns }: TableInfo): Row {
  return Object.fromEntries(
    columns.map(({ name, kind }) => {
      const value = row[name] ?? null;
      if (value === null) return [name, null];
      if (kind === 'text') return [name, String(value).replaceAll('\0', '\ufffd')];
      return [name, Number(value)];
    }),
  );
}

export async function insertRows(tx: Tx, table: TableInfo, rows: readonly Row[]): Promise<void> {
  const size = Math.min(WRITE_ROWS, Math.floor(PARAMETERS_MAX / table.columns.length));
  const columns = sql.join(table.columns.map(({ name }) => sql.ref(name)));
  for (let from = 0; from < rows.length; from += size) {
    const values = rows
      .slice(from, from + size)
      .map((row) => sql`(${sql.join(table.columns.map(({ name }) => row[name] ?? null))})`);
    await sql`insert into ${sql.table(table.name)} (${columns}) values ${sql.join(values)}`.execute(
      tx,
    );
  }
}

export async function deleteRows(tx: Tx, table: TableInfo): Promise<void> {
  await sql`delete from ${sql.table(table.name)}`.execute(tx);
}

export async function countRows(db: Database, { name }: TableInfo): Promise<number> {
  const { rows } = await sql<{ count: number | string }>`
    select count(*) as count from ${sql.table(name)}
  `.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** @returns the last number that the table has given to a row, also if that row is gone; 0 before the first */
export async function readSequence(tx: Tx, { name, numbered }: TableInfo): Promise<number> {
  const { rows } = isPostgres(tx)
    ? await sql<{ last: number | string | null }>`
        select pg_sequence_last_value(pg_get_serial_sequence(${name}, ${numbered})::regclass) as last
      `.execute(tx)
    : await sql<{ last: number | null }>`
        select seq as last from sqlite_sequence where name = ${name}
      `.execute(tx);
  return Number(rows[0]?.last ?? 0);
}

/** Continues after `last` and after the highest number in the table. */
export async function setSequence(tx: Tx, table: TableInfo, last: number): Promise<void> {
  const { name, numbered } = table;
  if (numbered === null) return;
  const { rows } = await sql<{ highest: number | string | null }>`
    select max(${sql.ref(numbered)}) as highest from ${sql.table(name)}
  `.execute(tx);
  const value = Math.max(last, Number(rows[0]?.highest ?? 0));
  if (isPostgres(tx)) {
    // The third argument: whether the number was given out.
    await sql`
      select setval(pg_get_serial_sequence(${name}, ${numbered}), ${Math.max(value, 1)}, ${value > 0})
    `.execute(tx);
    return;
  }
  await sql`delete from sqlite_sequence where name = ${name}`.execute(tx);
  await sql`insert into sqlite_sequence (name, seq) values (${name}, ${value})`.execute(tx);
}

/** Whoever has a secret of these rows is let in. */
const DOORS = {
  sessions: 'sessions',
  auth_challenges: 'authChallenges',
  pairings: 'pairings',
  api_tokens: 'apiTokens',
} as const;

/** Ends all sessions, displays, API tokens and open invitations. The tables may be those of an earlier release. */
export async function endAccess(tx: Tx): Promise<void> {
  const tables = new Set((await describeTables(tx)).map(({ name }) => name));
  for (const [name, table] of Object.entries(DOORS))
    if (tables.has(name)) await tx.deleteFrom(table).execute();
  if (tables.has('displays')) await tx.updateTable('displays').set({ tokenHash: null }).execute();
  if (tables.has('invitations'))
    await tx.deleteFrom('invitations').where('usedAt', 'is', null).execute();
}
