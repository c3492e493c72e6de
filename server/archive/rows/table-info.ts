import { sql } from 'kysely';
import { type Database, isPostgres } from '../../database/database.ts';

/** A table as the database itself describes it, for what reads and writes all of them. */
export interface TableInfo {
  readonly name: string;
  /** By name: the order in which a row's values are written does not depend on the engine. */
  readonly columns: readonly ColumnInfo[];
  /** Rows are read in the order of these: the primary key, or every column where there is none. */
  readonly key: readonly ColumnInfo[];
  /** Tables that have to be written before this one. */
  readonly references: readonly string[];
  /** The column that numbers new rows. */
  readonly numbered: string | null;
}

export interface ColumnInfo {
  readonly name: string;
  readonly kind: 'text' | 'integer' | 'real';
}

interface ColumnRow {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  /** Place in the primary key from 1 on; 0: no part of it. */
  readonly key: number;
  readonly numbered: boolean | number;
}

interface ReferenceRow {
  readonly table: string;
  readonly target: string;
}

const KINDS: Readonly<Record<string, ColumnInfo['kind']>> = {
  text: 'text',
  integer: 'integer',
  bigint: 'integer',
  'double precision': 'real',
};

/** @returns all tables but Kysely's own, each after those that it refers to */
export async function describeTables(db: Database): Promise<TableInfo[]> {
  const [columns, references] = isPostgres(db)
    ? [await postgresColumns(db), await postgresReferences(db)]
    : [await sqliteColumns(db), await sqliteReferences(db)];
  const names = [...new Set(columns.map(({ table }) => table))].sort();
  return inOrder(
    names.map((name) => {
      const own = columns.filter(({ table }) => table === name);
      const targets = references.filter(({ table }) => table === name);
      return tableOf(name, own, new Set(targets.map(({ target }) => target)));
    }),
  );
}

function tableOf(name: string, rows: readonly ColumnRow[], references: Set<string>): TableInfo {
  references.delete(name);
  const columns = rows.map(columnOf).sort((a, b) => (a.name < b.name ? -1 : 1));
  const key = rows
    .filter((row) => row.key > 0)
    .sort((a, b) => a.key - b.key)
    .map(columnOf);
  return {
    name,
    columns,
    key: key.length > 0 ? key : columns,
    references: [...references],
    numbered: rows.find((row) => row.numbered)?.column ?? null,
  };
}

function columnOf({ table, column, type }: ColumnRow): ColumnInfo {
  const kind = KINDS[type.toLowerCase()];
  if (kind === undefined) throw new Error(`${table}.${column} has a type without a rule: ${type}`);
  return { name: column, kind };
}

/** @throws if tables refer to each other in a circle */
function inOrder(tables: readonly TableInfo[]): TableInfo[] {
  const ordered: TableInfo[] = [];
  const placed = new Set<string>();
  while (ordered.length < tables.length) {
    const next = tables.filter(
      (table) => !placed.has(table.name) && table.references.every((name) => placed.has(name)),
    );
    if (next.length === 0) throw new Error('tables refer to each other in a circle');
    for (const table of next) placed.add(table.name);
    ordered.push(...next);
  }
  return ordered;
}

async function sqliteColumns(db: Database): Promise<ColumnRow[]> {
  const { rows } = await sql<ColumnRow>`
    select t.name as "table", c.name as "column", c.type, c.pk as "key",
      c.pk = 1 and lower(t.sql) like '%autoincrement%' as numbered
    from sqlite_master t join pragma_table_info(t.name) c
    where t.type = 'table' and t.name not like 'sqlite\\_%' escape '\\' and t.name not like 'kysely\\_%' escape '\\'
    order by t.name, c.cid
  `.execute(db);
  return rows;
}

async function sqliteReferences(db: Database): Promise<ReferenceRow[]> {
  const { rows } = await sql<ReferenceRow>`
    select t.name as "table", f."table" as target
    from sqlite_master t join pragma_foreign_key_list(t.name) f
    where t.type = 'table'
  `.execute(db);
  return rows;
}

async function postgresColumns(db: Database): Promise<ColumnRow[]> {
  const { rows } = await sql<ColumnRow>`
    select t.relname as "table", c.attname as "column", format_type(c.atttypid, null) as type,
      coalesce(array_position(i.indkey::int2[], c.attnum) + 1, 0)::int as "key",
      c.attidentity <> '' as numbered
    from pg_class t
      join pg_attribute c on c.attrelid = t.oid and c.attnum > 0 and not c.attisdropped
      left join pg_index i on i.indrelid = t.oid and i.indisprimary
    where t.relkind = 'r' and t.relnamespace = current_schema()::regnamespace
      and not starts_with(t.relname, 'kysely_')
    order by t.relname, c.attnum
  `.execute(db);
  return rows;
}

async function postgresReferences(db: Database): Promise<ReferenceRow[]> {
  const { rows } = await sql<ReferenceRow>`
    select f.conrelid::regclass::text as "table", f.confrelid::regclass::text as target
    from pg_constraint f
    where f.contype = 'f' and f.connamespace = current_schema()::regnamespace
  `.execute(db);
  return rows;
}
