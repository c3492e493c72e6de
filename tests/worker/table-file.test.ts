import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TableColumn, TableContext } from '../../src/worker/api.ts';
import { tableFile } from '../../src/worker/table-file.ts';

const AT = Date.parse('2026-11-21T03:00:00.000Z');
const CONTEXT: TableContext = {
  table: 'events',
  filter: 'none',
  exportedAt: AT + 2000,
  dataAsOf: AT,
  rowCount: 0,
  extent: 'complete',
};
const ISO_WITH_OFFSET = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/;

/** Made in slices, as the page does. */
function fileOf(
  format: 'csv' | 'json',
  columns: readonly TableColumn[],
  rows: readonly object[],
  more: Partial<TableContext> = {},
): Blob {
  const slices = [rows.slice(0, 2), rows.slice(2)].filter(({ length }) => length > 0);
  const parts = slices.map((slice) => tableFile({ format, columns, rows: slice }));
  const context = { ...CONTEXT, rowCount: rows.length, ...more };
  return tableFile({ format, columns, context, parts });
}

/** `text()` would take the byte order mark away. */
const rawText = async (file: Blob) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer());

/** As docs/operations/screens.md tells a reader: comment lines first, then RFC 4180. */
async function parse(file: Blob) {
  const text = await rawText(file);
  expect(text.startsWith('\uFEFF')).toBe(true);
  const comments = /^(?:#[^\r\n]*\r\n)*/.exec(text.slice(1))?.[0] ?? '';
  const rest = text.slice(1 + comments.length);
  const cells = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/y;
  const lines: string[][] = [[]];
  while (cells.lastIndex < rest.length) {
    const [, cell = '', end] = cells.exec(rest) ?? expect.fail(`no cell in ${rest}`);
    const value = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
    lines.at(-1)?.push(value);
    if (end === '\r\n') lines.push([]);
  }
  const [header = [], ...rows] = lines.slice(0, -1);
  return { comments: comments.split('\r\n').slice(0, -1), header, rows };
}

/** An apostrophe stands before what a spreadsheet would run. */
const readText = (cell: string) =>
  cell.replace(/^'(?='*(?:[\s\p{Cc}\p{Cf}\p{DI}]*[=+\-@＝＋－＠]|[\t\r\n]))/u, '');

/** A lone surrogate has no UTF-8. */
const inUtf8 = (text: string) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text));

const TEXT = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(...'",;\r\n\t\'=-＝#a \0\u200b'),
  }),
);

test('a CSV read back holds exactly the rows, whatever is in them', async () => {
  const columns = [{ key: 'id' }, { key: 'text' }, { key: 'by.name' }];
  const row = fc.record({ id: fc.integer(), text: TEXT, by: fc.record({ name: TEXT }) });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 6 }), async (rows) => {
      const wanted = rows.map(({ id, text, by }) => [String(id), inUtf8(text), inUtf8(by.name)]);
      const { header, rows: read } = await parse(fileOf('csv', columns, rows));
      expect(header).toEqual(['id', 'text', 'by.name']);
      expect(read.map(([id = '', ...texts]) => [id, ...texts.map(readText)])).toEqual(wanted);
    }),
  );
});

test('no cell or comment of a CSV begins as a formula, whichever separator a spreadsheet takes', async () => {
  await fc.assert(
    fc.asyncProperty(TEXT, TEXT, async (text, filter) => {
      const { comments, rows } = await parse(
        fileOf('csv', [{ key: 'text' }], [{ text }], { filter }),
      );
      expect(rows[0]?.[0]).not.toMatch(/^[\s\0\u200b]*[=+\-@＝＋－＠]|^[\t\r\n]/);
      for (const line of comments) expect(line).not.toMatch(/[,;\t][\s\0\u200b]*[=+\-@＝＋－＠]|"/);
    }),
  );
});

test('JSON holds the whole rows, fields that no column shows included', async () => {
  const json = fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true });
  await fc.assert(
    fc.asyncProperty(fc.array(json, { maxLength: 6 }), async (rows) => {
      const wanted = JSON.parse(JSON.stringify(rows));
      const file = JSON.parse(await fileOf('json', [{ key: 'id' }], rows).text());
      expect(file.rows).toEqual(wanted);
      expect(file.context.rowCount).toBe(rows.length);
    }),
  );
});

describe('cells', () => {
  const cellOf = async (value: unknown) =>
    (await rawText(fileOf('csv', [{ key: 'value' }], [{ value }]))).split('\r\nvalue\r\n')[1];

  test.each([
    ['=1+1', `"'=1+1"`],
    ['+1', `"'+1"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['＝1', `"'＝1"`],
    ['＠SUM(A1)', `"'＠SUM(A1)"`],
    ['\0=1', `"'\0=1"`],
    ['\u200b =1', `"'\u200b =1"`],
    ['=cmd|"/C calc"!A0', `"'=cmd|""/C calc""!A0"`],
    ['harbor - late = 3', 'harbor - late = 3'],
    ['a;=1', '"a;=1"'],
    ['#5', '"#5"'],
    [-12, '-12'],
    [true, 'true'],
    [null, ''],
    [undefined, ''],
    [['Forge', 'Harbor'], '"Forge; Harbor"'],
    [['=1'], `"'=1"`],
    [{ a: 1 }, '"{""a"":1}"'],
  ])('%j is written as %s', async (value, cell) => {
    expect(await cellOf(value)).toBe(`${cell}\r\n`);
  });
});

describe('times', () => {
  const columns = [
    { key: 'at', isTime: true },
    { key: 'by.at', isTime: true },
  ];

  test.each([AT, new Date(AT).toISOString()])('%s has an offset, in both formats', async (at) => {
    const rows = [{ at, by: { at } }];
    const csv = await parse(fileOf('csv', columns, rows));
    const json = JSON.parse(await fileOf('json', columns, rows).text());
    const times = [...(csv.rows[0] ?? []), json.rows[0].at, json.rows[0].by.at];
    expect(times).toHaveLength(4);
    for (const time of times) {
      expect(time).toMatch(ISO_WITH_OFFSET);
      expect(Date.parse(time)).toBe(AT);
    }
  });

  test.each(['never', null, 1e300, { odd: true }])('%j is no time and stays', async (at) => {
    const { rows } = JSON.parse(await fileOf('json', columns, [{ at, by: null }]).text());
    expect(rows).toEqual([{ at, by: null }]);
  });
});

describe('what a file says of itself', () => {
  test('stands before the rows of a CSV, a line each', async () => {
    const more = { filter: 'text “a\nb”', extent: 'device' } as const;
    const { comments } = await parse(fileOf('csv', [{ key: 'id' }], [{ id: 1 }], more));
    const fields = Object.fromEntries(
      comments.map((line) => /^# (\w+): (.*)$/.exec(line)?.slice(1, 3) ?? ['?', line]),
    );
    expect(fields).toMatchObject({
      table: 'events',
      filter: 'text “a b”',
      rowCount: '1',
      complete: 'false',
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
    expect(Date.parse(fields.dataAsOf ?? '')).toBe(AT);
    expect(fields.exportedAt).toMatch(ISO_WITH_OFFSET);
    expect(fields.exportedAt?.endsWith(fields.utcOffset ?? '?')).toBe(true);
  });

  test('stands beside the rows of a JSON file', async () => {
    const { context } = JSON.parse(await fileOf('json', [], [], { dataAsOf: undefined }).text());
    expect(context).toMatchObject({ table: 'events', complete: true, dataAsOf: null });
  });
});
