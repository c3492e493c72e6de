import { onTestFinished, vi } from 'vitest';
import { workerClient } from '../../src/console/worker-client.ts';

/** A table that a test had the page save. */
interface SavedFile {
  readonly format: string;
  readonly filter: string;
  readonly columns: readonly string[];
  readonly rows: readonly unknown[];
}

/** @returns the tables that the page saves in this test, as they come */
export function savedFiles(): readonly SavedFile[] {
  const files: SavedFile[] = [];
  let rows: unknown[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const spy = vi.spyOn(workerClient, 'tableFile').mockImplementation(async (table) => {
    if ('rows' in table) rows.push(...table.rows);
    else {
      const columns = table.columns.map(({ key }) => key);
      files.push({ format: table.format, filter: table.context.filter, columns, rows });
      rows = [];
    }
    return new Blob();
  });
  onTestFinished(() => {
    click.mockRestore();
    spy.mockRestore();
  });
  return files;
}
