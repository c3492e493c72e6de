import { bytesToHex } from '@noble/hashes/utils.js';
import { beforeAll, expect, test } from 'vitest';
import { leafHash, outsideOf, rootOf } from '../../contract/merkle.ts';
import { type Report, reportOf, verifyReport } from '../../contract/report.ts';
import { signDetached } from '../../server/mesh/keys/detached.ts';
import { createIdentity, type Identity } from '../../server/mesh/keys/identity.ts';
import { verifySignature } from '../doubles/verify-signature.ts';

const HOUR_MS = 3_600_000;
const HOURS = 365 * 24;
const START = Date.UTC(2026, 0, 1);

/** A year, an hour of it a row, in the middle of a longer log. */
let report: Report;
let node: Identity;
let forge: Identity;

beforeAll(async () => {
  [node, forge] = await Promise.all([createIdentity('meridian'), createIdentity('forge')]);
  const entries = Array.from({ length: HOURS + 300 }, (_, i) => {
    const down = i % 100 === 0 ? HOUR_MS : 0;
    const times = { forge: [HOUR_MS - down, 0, down, 0] };
    return JSON.stringify({ at: START + (i - 100) * HOUR_MS, times });
  });
  const leaves = entries.map(leafHash);
  const [size, first] = [leaves.length, 100];
  const root = bytesToHex(rootOf(leaves));
  const at = START + HOURS * HOUR_MS;
  const value = { node: 'meridian', size, root, at };
  const signature = signDetached(node, 'route66-log-head', value, at);
  const witness = { ...value, witness: 'forge', seenAt: at + 50 };
  const proof = outsideOf([first, first + HOURS], [0, size]).map(([from, to]) =>
    bytesToHex(rootOf(leaves, from, to)),
  );
  report = reportOf({
    ...{ platform: 'forge', from: START, to: at, first, proof },
    entries: entries.slice(first, first + HOURS),
    head: { value, signature, key: keyOf(node) },
    witnesses: [
      {
        value: witness,
        signature: signDetached(forge, 'route66-witness', witness, at),
        key: keyOf(forge),
      },
    ],
  });
});

const keyOf = (identity: Identity) => ({ x: identity.jwks().keys[0]?.x ?? '' });
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
