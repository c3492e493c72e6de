import { bytesToHex } from '@noble/hashes/utils.js';
import { beforeAll, expect, test } from 'vitest';
import { leafHash } from '../../proofs/merkle.ts';
import { type Report, verifyReport } from '../../proofs/report.ts';
import { signDetached, verifySignature } from '../../server/mesh/keys/detached.ts';
import { createIdentity, type Identity } from '../../server/mesh/keys/identity.ts';
import { HOUR_MS, keyOf, START, sampleReport } from './sample-report.ts';

/** A year. */
let report: Report;
let node: Identity;
let forge: Identity;

beforeAll(async () => {
  ({ report, node, forge } = await sampleReport(365 * 24));
});

const verdictOf = (changed: Partial<Report> | object = {}) =>
  verifyReport(JSON.stringify({ ...report, ...changed }), verifySignature);
const problemOf = async (changed: object) => (await verdictOf(changed)).problem;
const up = (row: [string, string]): [string, string] => [
  row[0],
  row[1].replace('[0,0,3600000,0]', '[3600000,0,0,0]'),
];

test('a report of a year is whole, and says what was measured and by whom it is witnessed', async () => {
  const { problem, lines } = await verdictOf();
  expect(problem).toBeNull();
  const text = lines.join('\n');
  expect(text).toContain('from 2026-01-01T00:00:00.000Z to 2027-01-01T00:00:00.000Z');
  expect(text).toContain('Up 98.9954 %');
  expect(text).toContain(
    `Witnessed by forge at 2027-01-01T00:00:00.050Z, signed by key ${forge.kid}`,
  );
});

test('a row of a year that was changed is named', async () => {
  const rows = report.rows.map((row, i) => (i === 5000 ? up(row) : row));
  expect(rows[5000]).not.toEqual(report.rows[5000]);
  expect(await problemOf({ rows })).toBe('Row 5101 was changed: it says 2026-07-28T08:00:00.000Z.');
});

test('a row that was changed with its check, left out or moved does not lead to the signed head', async () => {
  const { rows } = report;
  const last = rows[5000] ?? ['', ''];
  const [check, entry] = up(last);
  const forged = [bytesToHex(leafHash(entry)).slice(0, check.length), entry];
  for (const changed of [
    rows.with(5000, forged as [string, string]),
    rows.toSpliced(5000, 1),
    [...rows.slice(1), rows[0]],
  ])
    expect(await problemOf({ rows: changed })).toMatch(/^The rows do not lead to the signed head/);
});

test('rows of a time before the log began are none of it', async () => {
  const value = { ...report.head.value, begun: START + HOUR_MS };
  const signature = signDetached(node, 'route66-log-head', value, value.at);
  expect(await problemOf({ head: { ...report.head, value, signature }, witnesses: [] })).toBe(
    'A row is of a time before the log began.',
  );
});

test('a log that was written anew is signed by no peer', async () => {
  const stranger = await createIdentity('forge');
  const [witness] = report.witnesses;
  const other = { ...witness?.value, root: '0'.repeat(64) };
  const signature = signDetached(forge, 'route66-witness', other, START);
  for (const changed of [
    { ...witness, key: keyOf(stranger) },
    { ...witness, value: other, signature },
    { ...witness, value: other },
    { ...witness, value: { ...witness?.value, simulated: true } },
  ])
    expect(await problemOf({ witnesses: [changed] })).toMatch(
      /^What forge is said to have witnessed/,
    );
  const head = { ...report.head, key: keyOf(stranger) };
  expect(await problemOf({ head })).toMatch(/^The head is not signed/);
});

test('says so when nobody has witnessed it, or it is no report', async () => {
  expect((await verdictOf({ witnesses: [] })).lines).toContain('No other node has witnessed this.');
  expect((await verifyReport('{}', verifySignature)).problem).toBe(
    'This is not a report of uptime.',
  );
});
