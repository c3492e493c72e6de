import { expect, onTestFinished, test } from 'vitest';
import { fillTables } from '../../tests/server/archive/fill-tables.ts';
import { openTestDatabase } from '../../tests/server/engine.ts';
import { temporaryDir } from '../../tests/server/temporary-dir.ts';
import type { Database } from '../database/database.ts';
import { createSecretBox } from '../secrets/secret-box.ts';
import { ArchiveError } from './archive-format.ts';
import { createRowCodec } from './row-codec.ts';
import { describeTables } from './rows/table-info.ts';
import { withSnapshot } from './rows/table-rows.ts';
import {
  archivedTables,
  createTableLoader,
  LEFT_OUT,
  readTable,
  type TableSummaries,
} from './table-copy.ts';

const codec = createRowCodec(createSecretBox('A'.repeat(43)));

async function open(): Promise<Database> {
  const db = await openTestDatabase(await temporaryDir());
  onTestFinished(() => db.destroy());
  return db;
}

/** @returns what every table holds */
const summaries = (db: Database): Promise<TableSummaries> =>
  withSnapshot(db, async (tx) => {
    const entries: [string, TableSummaries[string]][] = [];
    for (const table of await archivedTables(tx))
      entries.push([table.name, await readTable(tx, { table, codec })]);
    return Object.fromEntries(entries);
  });

const copy = (from: Database, to: Database, change: (line: string) => string = (line) => line) =>
  withSnapshot(from, async (source) => {
    const expected: Record<string, TableSummaries[string]> = {};
    await to.transaction().execute(async (tx) => {
      const loader = await createTableLoader(tx, codec);
      for (const table of await archivedTables(source))
        expected[table.name] = await readTable(source, { table, codec }, (line) =>
          loader.add(table.name, change(line)),
        );
      await loader.finish(expected);
    });
  });

/** A new table belongs here, or into `LEFT_OUT` with a reason. */
const ARCHIVED = [
  ...['accounts', 'activity', 'alert_channels', 'alert_decisions', 'alert_deliveries'],
  ...['alert_rules', 'alert_texts', 'api_tokens', 'audit', 'auth_challenges', 'bundle_history'],
  ...['bundle_targets', 'bundles', 'certificates', 'challenges', 'counters', 'displays'],
  ...['handover_notes', 'heartbeats', 'host_series', 'hosts'],
  ...['incident_events', 'incidents', 'invitations'],
  ...['job_runs', 'live_log', 'log_blocks', 'log_entries', 'log_signatures'],
  ...['maintenance', 'node_absences', 'notification_reads', 'notifications'],
  ...['oidc_identities', 'pairings', 'passkeys', 'peer_keys'],
  ...['platform_definitions', 'platforms'],
  ...['probe_spans', 'probes', 'push_subscriptions', 'recovery_codes', 'sessions'],
  ...['settings', 'upload_receipts', 'witnessed_logs'],
];

test('every table is either archived or left out for a reason', async () => {
  const db = await open();
  const all = (await describeTables(db)).map(({ name }) => name);
  expect([...ARCHIVED, ...Object.keys(LEFT_OUT)].sort()).toEqual(all.sort());
  expect((await archivedTables(db)).map(({ name }) => name).sort()).toEqual(ARCHIVED);
});

test('tables come after those that they refer to', async () => {
  const names: string[] = [];
  for (const { name, references } of await describeTables(await open())) {
    expect(names).toEqual(expect.arrayContaining([...references]));
    names.push(name);
  }
  expect(names.indexOf('push_subscriptions')).toBeGreaterThan(names.indexOf('sessions'));
});

test('a copy has the same rows and continues their numbers', async () => {
  const from = await open();
  const to = await open();
  const tables = await fillTables(from);
  // The last number was given to a row that is gone: it is not given again.
  await from.deleteFrom('activity').where('id', '>', 9).execute();
  await copy(from, to);
  const copied = await summaries(to);
  expect(copied).toEqual(await summaries(from));
  expect(copied.activity).toMatchObject({ rows: 9, sequence: 11 });
  expect(Object.keys(copied)).toHaveLength(tables.length);
  const { id } = await to
    .insertInto('activity')
    .values({ message: '', severity: '', platform: null, createdAt: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(id).toBe(12);
});

test('a copy that differs is not committed', async () => {
  const from = await open();
  const to = await open();
  await fillTables(from);
  const before = await summaries(to);
  const changed = copy(from, to, (line) => line.replace('"message":"a"', '"message":"b"'));
  await expect(changed).rejects.toThrow(ArchiveError);
  await expect(changed).rejects.toThrow('The copy of activity differs');
  expect(await summaries(to)).toEqual(before);
});

test('a line that is no row of its table is refused', async () => {
  const from = await open();
  const to = await open();
  await fillTables(from);
  for (const wrong of ['', '{}', 'null', '{"id":{"opened":"x"}}', '[1]', '{"id":1,"other":2}'])
    await expect(copy(from, to, () => wrong)).rejects.toThrow('cannot be read');
});
