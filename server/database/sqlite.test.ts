import { copyFile, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import Sqlite from 'libsql';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryDir } from '../../tests/server/temporary-dir.ts';
import { recordActivity } from '../activity/rows.ts';
import { createClock } from '../base/clock.ts';
import { createLoops } from '../base/loop.ts';
import { takeUploadLock } from '../bundles/rows/upload-locks.ts';
import { createLimits } from '../limits/limits.ts';
import { createClaims } from './claims.ts';
import { DamagedDatabaseError } from './database-errors.ts';
import { openDatabaseToRead } from './open-database.ts';
import { openStore as openAnyStore, type Store } from './store.ts';

const openStore = (dataDir: string, now: () => number): Promise<Store> =>
  openAnyStore({ dataDir, database: null }, now);

async function open(dataDir: string): Promise<Store> {
  const store = await openStore(dataDir, () => 1000);
  onTestFinished(store.close);
  return store;
}

const row = (message: string) => ({ message, severity: 'primary', at: 1000 }) as const;

test('every commit is synced to the disk, by a write-ahead log', async () => {
  const directory = await temporaryDir();
  const { db, journal } = await open(directory);
  await journal.commit((tx, emit) => recordActivity(tx, emit, row('one')));
  const { rows } = await db.executeQuery<{ synchronous: number }>({
    sql: 'pragma synchronous',
    parameters: [],
    query: { kind: 'RawNode', sqlFragments: ['pragma synchronous'], parameters: [] },
    queryId: { queryId: 'pragma' },
  });
  expect(rows).toEqual([{ synchronous: 2 }]);
  expect((await stat(join(directory, 'meridian.db-wal'))).size).toBeGreaterThan(0);
});

test('slots, locks and attempts are not written to the file: a process that died holds none', async () => {
  const directory = await temporaryDir();
  const { db, journal } = await open(directory);
  const claims = createClaims(db, createLoops(createClock()));
  onTestFinished(claims.close);
  await journal.commit((tx) => claims.hold(tx, { id: 'one', kind: 'upload', key: 'ada' }));
  expect(await takeUploadLock(db, { id: 'one', holder: 'here', leaseMs: 1000 })).toBe(true);
  const limits = { max: 1, windowMs: 10_000, keysMax: 10 };
  await createLimits(db, () => 1000)
    .attempts('test', limits)
    .count('ada');
  const file = await openDatabaseToRead({ dataDir: directory, database: null });
  onTestFinished(() => file.destroy());
  for (const table of ['claims', 'leases', 'attempts'] as const) {
    expect(await db.selectFrom(table).selectAll().execute()).toHaveLength(1);
    expect(await file.selectFrom(table).selectAll().execute()).toEqual([]);
  }
});

test('a command that only reads waits for a server that stops, as others wait for it', async () => {
  const directory = await temporaryDir();
  const { db } = await open(directory);
  const file = await openDatabaseToRead({ dataDir: directory, database: null });
  onTestFinished(() => file.destroy());
  for (const one of [db, file])
    expect((await sql`pragma busy_timeout`.execute(one)).rows).toEqual([{ timeout: 5000 }]);
});

test('only the owner can read the database', async () => {
  const directory = await temporaryDir();
  await open(directory);
  // A new row is in the write-ahead log alone.
  for (const name of ['meridian.db', 'meridian.db-wal', 'meridian.db-shm'])
    expect([name, (await stat(join(directory, name))).mode & 0o777]).toEqual([name, 0o600]);
});

test('a damaged database is reported and left unchanged', async () => {
  const directory = await temporaryDir();
  const store = await openStore(directory, () => 1000);
  await store.journal.commit(async (tx, emit) => {
    for (let i = 0; i < 500; i++) await recordActivity(tx, emit, row(`row ${i}`));
  });
  await store.close();
  const path = join(directory, 'meridian.db');
  const bytes = await readFile(path);
  bytes.fill(0x5a, 3 * 4096, 12 * 4096);
  await writeFile(path, bytes);
  await expect(openStore(directory, Date.now)).rejects.toThrow(DamagedDatabaseError);
  expect((await readFile(path)).equals(bytes)).toBe(true);
});

test('a file that is not a database is reported and left unchanged', async () => {
  const directory = await temporaryDir();
  const path = join(directory, 'meridian.db');
  await writeFile(path, 'my shopping list, which is not a database at all');
  await expect(openStore(directory, Date.now)).rejects.toThrow(/meridian\.db is damaged/);
  expect(await readFile(path, 'utf8')).toContain('shopping list');
});

test('a database of a newer release is reported with a way back and left unchanged', async () => {
  const directory = await temporaryDir();
  const store = await openStore(directory, () => 1000);
  await store.journal.commit((tx, emit) => recordActivity(tx, emit, row('kept')));
  await sql`insert into kysely_migration values ('999-of-later', '2027-01-01')`.execute(store.db);
  await store.close();
  const path = join(directory, 'meridian.db');
  const bytes = await readFile(path);
  await expect(openStore(directory, Date.now)).rejects.toThrow(
    `${path} was brought up to date by a newer release (999-of-later). ` +
      'Start that one, or put back the backup from before it.',
  );
  expect((await readFile(path)).equals(bytes)).toBe(true);
});

test('a database that is to be read but is not there is named', async () => {
  const dataDir = await temporaryDir();
  await expect(openDatabaseToRead({ dataDir, database: null })).rejects.toThrow(
    `DATA_DIR: there is no database in ${dataDir}.`,
  );
});

test('a closed database is one complete file: the write-ahead log is empty', async () => {
  const directory = await temporaryDir();
  const store = await openStore(directory, () => 1000);
  await store.journal.commit((tx, emit) => recordActivity(tx, emit, row('the last word')));
  await store.close();
  const log = await stat(join(directory, 'meridian.db-wal')).catch(() => ({ size: 0 }));
  expect(log.size).toBe(0);
  const copy = join(await temporaryDir(), 'meridian.db');
  await copyFile(join(directory, 'meridian.db'), copy);
  const alone = new Sqlite(copy, { readonly: true });
  expect(alone.prepare('select message from activity').all()).toEqual([
    { message: 'the last word' },
  ]);
  alone.close();
});

test('a backup can be taken while the server works', async () => {
  const directory = await temporaryDir();
  const { journal } = await open(directory);
  await journal.commit((tx, emit) => recordActivity(tx, emit, row('one')));
  const other = new Sqlite(join(directory, 'meridian.db'), { readonly: true });
  expect(other.prepare('select message from activity').all()).toEqual([{ message: 'one' }]);
  other.close();
});
