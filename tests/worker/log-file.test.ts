import { expect, test } from 'vitest';
import { logFile } from '../../src/worker/log-file.ts';

const rowOf = (message: string, id: string | number = 1) => ({
  id,
  message,
  severity: 'error',
  createdAt: '2026-11-21T03:00:00.000Z',
});

/** `text()` would take the byte order mark away. */
const rawText = async (file: Blob) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer());
const csv = (...messages: string[]) =>
  rawText(
    logFile(
      'csv',
      messages.map((text) => rowOf(text)),
    ),
  );
const cellIn = async (message: string) => (await csv(message)).split('\r\n')[1]?.split('error,')[1];

test('a CSV has a header, one line a row in order, and a UTF-8 byte order mark', async () => {
  expect(await csv('one', 'zwei ß')).toBe(
    '\uFEFFid,createdAt,severity,message\r\n' +
      '1,2026-11-21T03:00:00.000Z,error,one\r\n' +
      '1,2026-11-21T03:00:00.000Z,error,zwei ß\r\n',
  );
  expect(await csv()).toBe('\uFEFFid,createdAt,severity,message\r\n');
});

test('commas, quotes and line ends stay inside of their cell', async () => {
  expect(await csv('a, "b"\nc')).toContain(',error,"a, ""b""\nc"\r\n');
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '  =1', '\t=1', '\rx', '=cmd|"/C calc"!A0'])(
  'a message that a spreadsheet would run is text: %j',
  async (message) => {
    expect(await cellIn(message)).toMatch(/^"'/);
  },
);

test('a message with a sign in its middle is not quoted as a formula', async () => {
  expect(await cellIn('harbor - late = 3')).toBe('harbor - late = 3');
});

test('JSON holds the rows, fields that only the server knows included', async () => {
  const rows = [{ ...rowOf('=1', 'abc'), platform: 'harbor' }];
  expect(JSON.parse(await logFile('json', rows).text())).toEqual(rows);
});
