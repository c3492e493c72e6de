import { createHash, type Hash } from 'node:crypto';
import * as z from 'zod/mini';
import { codesContext } from '../accounts/factors/one-time-codes.ts';
import { platformContext } from '../platforms/kinds/web/secrets.ts';
import { secretContext } from '../secrets/key-store.ts';
import { isSealed, type SecretBox } from '../secrets/secret-box.ts';
import { ArchiveError } from './archive-format.ts';
import type { TableInfo } from './rows/table-info.ts';
import type { Row } from './rows/table-rows.ts';

/** Rows as lines of JSON, the same bytes for the same row whichever engine and whichever key it comes from. */
export type RowCodec = ReturnType<typeof createRowCodec>;

/** Columns that are encrypted by the node's key, and what for: see `SecretBox`. */
const SEALED: Readonly<Record<string, Readonly<Record<string, (row: Row) => string>>>> = {
  accounts: { totp_secret: ({ id }) => codesContext(String(id)) },
  alert_channels: { secret: ({ id }) => String(id) },
  platform_definitions: { secret: ({ id }) => platformContext(String(id)) },
  secrets: { value: ({ name }) => secretContext(String(name)) },
};

/**
 * A sealed text is written as what is in it: so a state can be read by a node with another key, and two copies can be
 * compared. One that this key does not open stays as it is.
 */
const ValueSchema = z.union([
  z.string(),
  z.number(),
  z.null(),
  z.strictObject({ opened: z.string() }),
]);
const LineSchema = z.record(z.string(), ValueSchema);

/** @param box of the database that the rows come from or go to */
export function createRowCodec(box: SecretBox) {
  let foreign = 0;
  const open = (row: Row, name: string, contextOf: (row: Row) => string) => {
    const sealed = row[name];
    if (typeof sealed !== 'string' || !isSealed(sealed)) return sealed;
    const opened = box.open(contextOf(row), sealed);
    if (opened === undefined) foreign += 1;
    return opened === undefined ? sealed : { opened };
  };

  return {
    /** @returns how many secrets of the encoded rows were sealed by another key */
    foreign: () => foreign,
    encode({ name, columns }: TableInfo, row: Row): string {
      const sealed = SEALED[name];
      const values = columns.map((column) => {
        const contextOf = sealed?.[column.name];
        return [column.name, contextOf ? open(row, column.name, contextOf) : row[column.name]];
      });
      return JSON.stringify(Object.fromEntries(values));
    },
    /** @throws ArchiveError for a line that is no row of this table */
    decode(table: TableInfo, line: string): Row {
      const values = parse(table, line);
      const row: Row = Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, isOpened(value) ? null : value]),
      );
      for (const [name, value] of Object.entries(values)) {
        const contextOf = SEALED[table.name]?.[name];
        if (!isOpened(value)) continue;
        if (!contextOf) throw wrongRow(table);
        row[name] = box.seal(contextOf(row), value.opened);
      }
      return row;
    },
  };
}

type Value = z.infer<typeof ValueSchema>;

const isOpened = (value: Value): value is { opened: string } =>
  typeof value === 'object' && value !== null;

function parse(table: TableInfo, line: string): Record<string, Value> {
  const { data } = z.safeParse(LineSchema, jsonOf(line));
  const isRow =
    data !== undefined &&
    Object.keys(data).length === table.columns.length &&
    table.columns.every(({ name, kind }) => fits(kind, data[name]));
  if (!isRow) throw wrongRow(table);
  return data;
}

function fits(kind: string, value: Value | undefined): boolean {
  if (value === undefined) return false;
  return value === null || (typeof value === 'number') === (kind !== 'text');
}

/** @returns undefined for what is no JSON */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const wrongRow = ({ name }: TableInfo) =>
  new ArchiveError(`The archive is damaged: a row of ${name} cannot be read.`);

/** What a table holds, for comparing two copies of it. */
export interface TableDigest {
  readonly rows: number;
  /** Hexadecimal, of all its lines. */
  readonly sha256: string;
}

/** Counts and hashes the lines of one table. */
export function createTableHash(): { add(line: string): void; digest(): TableDigest } {
  const hash: Hash = createHash('sha256');
  let rows = 0;
  return {
    add(line) {
      hash.update(line).update('\n');
      rows += 1;
    },
    digest: () => ({ rows, sha256: hash.digest('hex') }),
  };
}
