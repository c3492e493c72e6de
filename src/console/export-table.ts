import type { ReadState } from '../shared/model.ts';
import type { TableColumn, TableContext, TableFormat } from '../worker/api.ts';
import { notifyFailure } from './actions.ts';
import { notify } from './notices.ts';
import { workerClient } from './worker-client.ts';

export type { TableFormat } from '../worker/api.ts';

/** @param times those of the keys whose values are times */
export const columnsOf = (keys: readonly string[], times: readonly string[]): TableColumn[] =>
  keys.map((key) => ({ key, isTime: times.includes(key) }));

/** Rows that cross to the worker at once: few enough that the page answers between two slices. */
const SLICE_ROWS = 1000;
/** How long the browser may take to begin to read a file that is being saved. */
const READ_WITHIN_MS = 60_000;

export interface TableExport extends Pick<TableContext, 'filter' | 'dataAsOf' | 'extent'> {
  readonly format: TableFormat;
  /** Of the table, in the plural and lower case: 'incidents'. The file's name begins with it. */
  readonly name: string;
  /** The columns of a CSV. A JSON file has the whole rows; of both, the columns say what is a time. */
  readonly columns: readonly TableColumn[];
  /** Exactly those that match, in the order of the screen. */
  readonly rows: readonly object[];
  /** Called with how many rows are in the file so far. */
  readonly onProgress?: ((rows: number) => void) | undefined;
}

/**
 * Saves rows of a table as a file, which the worker makes without asking a server. A failure becomes a notice, and so
 * does that the file holds less than the server has.
 */
export async function exportTable(table: TableExport): Promise<void> {
  try {
    const file = await fileOf(table);
    saveFile(file, fileName(table));
    noteExtent(table);
  } catch (error) {
    notifyFailure('The file could not be made', error);
  }
}

/** Saves what was read: all that there is only while that is current. */
export function exportRead(
  { at, age, failure }: Pick<ReadState, 'at' | 'age' | 'failure'>,
  table: Omit<TableExport, 'dataAsOf' | 'extent'>,
): Promise<void> {
  const extent = age === 'fresh' && !failure ? 'complete' : 'device';
  return exportTable({ ...table, dataAsOf: at, extent });
}

async function fileOf({ format, columns, rows, onProgress, ...about }: TableExport): Promise<Blob> {
  const parts: Blob[] = [];
  for (let first = 0; first < rows.length; first += SLICE_ROWS) {
    const slice = rows.slice(first, first + SLICE_ROWS);
    parts.push(await workerClient.tableFile({ format, columns, rows: slice }));
    onProgress?.(first + slice.length);
  }
  const { name, filter, dataAsOf, extent } = about;
  const context = {
    table: name,
    filter,
    dataAsOf,
    extent,
    rowCount: rows.length,
    exportedAt: workerClient.serverNow(),
  };
  return workerClient.tableFile({ format, columns, context, parts });
}

/** Has the browser save a file. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), READ_WITHIN_MS);
}

/** Server time, without what file systems do not take. */
function fileName({ name, format }: TableExport): string {
  const at = new Date(workerClient.serverNow()).toISOString().slice(0, 19);
  return `${name.replaceAll(' ', '-')}-${at.replaceAll(':', '-')}Z.${format}`;
}

function noteExtent({ name, rows, extent }: TableExport): void {
  const count = rows.length.toLocaleString();
  if (extent === 'device')
    notify({
      severity: 'warning',
      title: `Exported the ${count} ${name} known on this device`,
      message: 'The server could not be reached. Export again when it is back.',
    });
  if (extent === 'newest')
    notify({
      severity: 'warning',
      title: `Exported the newest ${count} ${name}`,
      message: 'Older ones match too. Choose a shorter time to export them.',
    });
}
