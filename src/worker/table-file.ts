import papaparse from 'papaparse';
import { isoText, offsetText } from '../domain/iso-time.ts';
import { momentOf } from '../domain/moment.ts';
import type { TableColumn, TableContext, TableFormat, TableOrder } from './api.ts';

/**
 * Rows of a table as a file for somebody else: spreadsheets and programs. Loaded when one is asked for. The format is
 * described in docs/operations/screens.md.
 */

/** Without it a spreadsheet takes the file for its own country's old encoding. */
const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';
const TYPES = { csv: 'text/csv;charset=utf-8', json: 'application/json' } as const;

/** @returns some rows of the file, in their order, or the whole file of such parts */
export function tableFile(order: TableOrder): Blob {
  const { format, columns } = order;
  const content =
    'rows' in order
      ? [ROWS[format](order.rows, columns)]
      : WHOLE[format](order.context, order.parts, columns);
  return new Blob(content, { type: TYPES[format] });
}

type Rows = (rows: readonly object[], columns: readonly TableColumn[]) => string;
type Whole = (
  context: TableContext,
  parts: readonly Blob[],
  columns: readonly TableColumn[],
) => BlobPart[];

const ROWS: Record<TableFormat, Rows> = { csv: csvRows, json: jsonRows };
const WHOLE: Record<TableFormat, Whole> = { csv: wholeCsv, json: wholeJson };

function wholeCsv(context: TableContext, parts: readonly Blob[], columns: readonly TableColumn[]) {
  const comments = Object.entries(contextFields(context)).map(
    ([label, value]) => `# ${label}: ${commentText(String(value ?? 'unknown'))}${LINE_END}`,
  );
  const header = csvLines([columns.map(({ key }) => key)]);
  return [`${BYTE_ORDER_MARK}${comments.join('')}${header}`, ...parts];
}

function csvRows(rows: readonly object[], columns: readonly TableColumn[]): string {
  const cells = rows.map((row) => {
    const values = withTimes(row, columns);
    return columns.map(({ key }) => cellOf(valueAt(values, key)));
  });
  return csvLines(cells);
}

/** As RFC 4180 has it. */
const csvLines = (lines: unknown[][]) =>
  lines.length === 0 ? '' : papaparse.unparse(lines, CSV) + LINE_END;

function wholeJson(context: TableContext, parts: readonly Blob[]): BlobPart[] {
  const rows = parts.flatMap((part, index) => (index === 0 ? [part] : [',\n', part]));
  const head = JSON.stringify(contextFields(context), null, 2);
  return [`{"context": ${head},\n"rows": [\n`, ...rows, '\n]}\n'];
}

function jsonRows(rows: readonly object[], columns: readonly TableColumn[]): string {
  return rows.map((row) => JSON.stringify(withTimes(row, columns))).join(',\n');
}

/** What a file says of itself, in both formats. */
function contextFields({ table, filter, exportedAt, dataAsOf, rowCount, extent }: TableContext) {
  return {
    table,
    filter,
    rowCount,
    complete: extent === 'complete',
    extent: EXTENTS[extent],
    dataAsOf: dataAsOf === undefined ? null : isoText(dataAsOf),
    exportedAt: isoText(exportedAt),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    utcOffset: offsetText(exportedAt),
  };
}

const EXTENTS = {
  complete: 'every row that matches',
  device: 'only the rows that this device knew; the server could not be asked',
  newest: 'the newest rows that match; older ones exist',
} as const;

/** @returns the row with its times in ISO 8601 with an offset; what is no time stays as it is */
function withTimes(row: object, columns: readonly TableColumn[]): object {
  let changed = row;
  for (const { key, isTime } of columns)
    if (isTime) changed = withTime(changed, key.split('.')) as object;
  return changed;
}

function withTime(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return timeValue(value);
  if (!isObject(value) || !(name in value)) return value;
  return { ...value, [name]: withTime(value[name], rest) };
}

/** A little less than what a Date holds: there is room for an offset. */
const TIME_MAX_MS = 8.6e15;

function timeValue(value: unknown): unknown {
  const at = typeof value === 'string' || typeof value === 'number' ? momentOf(value) : undefined;
  return at === undefined || Math.abs(at) > TIME_MAX_MS ? value : isoText(at);
}

function valueAt(row: object, key: string): unknown {
  return key
    .split('.')
    .reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), row);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** What a formula begins with (OWASP, CSV injection): full-width signs too, behind whatever shows nothing. */
const FORMULA_START = /[\s\p{Cc}\p{Cf}\p{DI}]*[=+\-@＝＋－＠]/u.source;
/**
 * Text that a spreadsheet would run. Apostrophes before it count, so that the one which is added can be distinguished
 * from the text's own: whoever reads the file takes one away.
 */
const FORMULA = new RegExp(`^'*(?:${FORMULA_START}|[\\t\\r\\n])`, 'u');
const FORMULA_IN_COMMENT = new RegExp(`([,;])(?=${FORMULA_START})`, 'gu');
/** Semicolons and tabs end a cell in some countries' spreadsheets, and `#` begins a comment line. */
const NEEDS_QUOTES = /[",;\t\r\n']|^#|^\s|\s$/;

const CSV = {
  newline: LINE_END,
  escapeFormulae: FORMULA,
  quotes: (value: unknown) => typeof value === 'string' && NEEDS_QUOTES.test(value),
};

const cellOf = (value: unknown) =>
  isObject(value) || typeof value === 'string' ? cellText(value) : value;

function cellText(value: unknown): string {
  if (typeof value === 'string') return value;
  const isList = Array.isArray(value) && !value.some(isObject);
  return isList ? value.join('; ') : JSON.stringify(value);
}

/** A comment is one line without quotes: no part of it may become a cell with a formula. */
function commentText(text: string): string {
  return text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll('"', "'")
    .replaceAll(FORMULA_IN_COMMENT, "$1'");
}
