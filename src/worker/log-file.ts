import type { Activity } from '../../contract/shapes/activity.ts';
import type { LogFormat } from './api.ts';

/** Rows of the log as a file for somebody else: spreadsheets and programs. Loaded when one is asked for. */

const COLUMNS = ['id', 'createdAt', 'severity', 'message'] as const;
/** Without it a spreadsheet takes the file for its own country's old encoding. */
const BYTE_ORDER_MARK = '\uFEFF';
const TYPES = { csv: 'text/csv;charset=utf-8', json: 'application/json' } as const;

/** @returns the file of exactly these rows, in their order */
export function logFile(format: LogFormat, rows: readonly Activity[]): Blob {
  const text = format === 'csv' ? csvOf(rows) : `${JSON.stringify(rows, null, 2)}\n`;
  return new Blob([text], { type: TYPES[format] });
}

/** As RFC 4180 has it. */
function csvOf(rows: readonly Activity[]): string {
  const lines = rows.map((row) => COLUMNS.map((column) => cellOf(String(row[column]))).join(','));
  return `${BYTE_ORDER_MARK}${[COLUMNS.join(','), ...lines].join('\r\n')}\r\n`;
}

/** A spreadsheet would run a cell that begins like this as a formula. */
const FORMULA = /^\s*[=+\-@]|^[\t\r\n]/;

function cellOf(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
