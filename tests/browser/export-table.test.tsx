import { afterEach, expect, test, vi } from 'vitest';
import { exportTable } from '../../src/console/export-table.ts';
import type { Notice } from '../../src/console/notices.ts';
import { workerClient } from '../../src/console/worker-client.ts';
import { onNotice } from '../ui/notices.ts';

/** The worker is real, and there is no server: an export works offline. */

const COLUMNS = [{ key: 'id' }, { key: 'at', isTime: true }, { key: 'text' }];
const AT = Date.parse('2026-11-23T02:00:00Z');

/** Saves rows, and takes what the browser would have written to the disk. */
async function save(rows: readonly object[], more: { extent?: 'device' } = {}) {
  const files: Blob[] = [];
  const names: string[] = [];
  const notices: Notice[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return '#';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  const stop = onNotice((notice) => notices.push(notice));
  const onProgress = vi.fn();
  await exportTable({
    format: 'csv',
    name: 'events',
    columns: COLUMNS,
    rows,
    filter: 'none',
    dataAsOf: AT,
    extent: 'complete',
    onProgress,
    ...more,
  });
  stop();
  return { text: await files[0]?.text(), name: names[0], notices, onProgress };
}

afterEach(() => void vi.restoreAllMocks());

test('a hundred thousand rows are written without the server, and the page goes on meanwhile', async () => {
  const rows = Array.from({ length: 100_000 }, (_, id) => ({
    id,
    at: AT + id,
    text: `=row ${id}`,
  }));
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
  });
  const { text = '', name, notices, onProgress } = await save(rows);
  clearInterval(timer);
  // The page went on meanwhile.
  expect(ticks).toBeGreaterThan(1);
  expect(onProgress.mock.calls.length).toBeGreaterThan(10);
  const lines = text.split('\r\n').filter((line) => line && !line.startsWith('#'));
  expect(lines).toHaveLength(100_001);
  expect(lines.at(-1)).toMatch(/^99999,2026-11-\d\dT[\d:.]+[+-]\d\d:\d\d,"'=row 99999"$/);
  expect(text).toContain('# rowCount: 100000\r\n');
  expect(name).toMatch(/^events-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.csv$/);
  expect(onProgress).toHaveBeenLastCalledWith(100_000);
  expect(notices).toEqual([]);
});

test('a file that holds only what this device knows says that it is not whole', async () => {
  const { text, notices } = await save([{ id: 1, at: AT, text: 'a' }], { extent: 'device' });
  expect(text).toContain('# complete: false\r\n');
  expect(notices).toMatchObject([
    { severity: 'warning', title: 'Exported the 1 events known on this device' },
  ]);
});

test('a file that cannot be made says why', async () => {
  vi.spyOn(workerClient, 'tableFile').mockRejectedValue(new Error('the worker was lost'));
  const { text, notices } = await save([{ id: 1 }]);
  expect(text).toBeUndefined();
  expect(notices).toMatchObject([
    { severity: 'error', title: 'The file could not be made', message: expect.anything() },
  ]);
});
