import { copyFile, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import Sqlite from 'libsql';
import { expect, onTestFinished, test } from 'vitest';
import { keyOf } from '../../../contract/paths.ts';
import { listActivity, recordActivity } from '../../../server/store/activity.ts';
import { DataInUseError } from '../../../server/store/data-lock.ts';
import { DamagedDatabaseError } from '../../../server/store/database.ts';
import { readStats } from '../../../server/store/stats.ts';
import { openStore, type Store } from '../../../server/store/store.ts';
import { temporaryDir } from '../temporary-dir.ts';

async function open(dataDir: string, platforms: string[] = []): Promise<Store> {
  const store = await openStore(dataDir, platforms, () => 1000);
  onTestFinished(store.close);
  return store;
}

const row = (message: string) => ({ message, severity: 'primary', at: 1000 }) as const;

test('messages are told in the order of their numbers, however many commit at once', async () => {
  const { journal } = await open(await temporaryDir());
  const told: number[] = [];
  journal.subscribe(({ seq }) => told.push(seq));
  await Promise.all(
    Array.from({ length: 60 }, (_, i) =>
      journal
        .commit(async (tx, tell) => {
          if (i % 3 === 0) await listActivity(tx, { limit: 1 });
          if (i % 7 === 6) throw new Error('given up');
          await recordActivity(tx, tell, row(`row ${i}`));
        })
        .catch(String),
    ),
  );
  expect(told).toEqual(Array.from({ length: 52 }, (_, i) => i + 1));
  expect(journal.seq()).toBe(52);
});

test('work that throws stores nothing, tells nothing and leaves no gap in the numbers', async () => {
  const { db, journal } = await open(await temporaryDir());
  const told: unknown[] = [];
  journal.subscribe((change) => told.push(change.data));
  const failing = journal.commit(async (tx, tell) => {
    await recordActivity(tx, tell, row('never'));
    throw new Error('on second thoughts');
  });
  await expect(failing).rejects.toThrow('on second thoughts');
  await journal.commit((tx, tell) => recordActivity(tx, tell, row('first')));
  expect(told).toMatchObject([[{ message: 'first' }]]);
  expect(journal.seq()).toBe(1);
  expect(await listActivity(db, { limit: 9 })).toHaveLength(1);
});

test('a message that is told is stored already', async () => {
  const { db, journal } = await open(await temporaryDir());
  const stored = new Promise<number>((resolve) => {
    journal.subscribe(
      () => void listActivity(db, { limit: 9 }).then((rows) => resolve(rows.length)),
    );
  });
  await journal.commit((tx, tell) => recordActivity(tx, tell, row('one')));
  expect(await stored).toBe(1);
});

test('numbers go on after a restart, and what was told can be read again', async () => {
  const directory = await temporaryDir();
  const before = await openStore(directory, [], () => 1000);
  await before.journal.commit((tx, tell) => recordActivity(tx, tell, row('before')));
  await before.close();
  const { journal } = await open(directory);
  await journal.commit((tx, tell) => recordActivity(tx, tell, row('after')));
  const { complete, changes } = await journal.since(0);
  expect(complete).toBe(true);
  expect(changes.map(({ seq, data }) => [seq, data])).toMatchObject([
    [1, [{ message: 'before' }]],
    [2, [{ message: 'after' }]],
  ]);
});

test('the log of messages is bounded, and says when it reaches back too short', async () => {
  const { journal } = await open(await temporaryDir());
  await journal.commit(async (_tx, tell) => {
    for (let i = 0; i < 10_500; i++) tell(keyOf('stats'), 'patch', { i });
  });
  expect((await journal.since(0)).complete).toBe(false);
  expect((await journal.since(400)).complete).toBe(false);
  const kept = await journal.since(500);
  expect(kept.complete).toBe(true);
  expect(kept.changes).toHaveLength(10_000);
  const misplaced = kept.changes.filter(({ seq, data }) => (data as { i: number }).i !== seq - 1);
  expect(misplaced).toEqual([]);
});

test('row 57: every commit is synced to the disk, by a write-ahead log', async () => {
  const directory = await temporaryDir();
  const { db, journal } = await open(directory);
  await journal.commit((tx, tell) => recordActivity(tx, tell, row('one')));
  const { rows } = await db.executeQuery<{ synchronous: number }>({
    sql: 'pragma synchronous',
    parameters: [],
    query: { kind: 'RawNode', sqlFragments: ['pragma synchronous'], parameters: [] },
    queryId: { queryId: 'pragma' },
  });
  expect(rows).toEqual([{ synchronous: 2 }]);
  expect((await stat(join(directory, 'meridian.db-wal'))).size).toBeGreaterThan(0);
});

test('the database is for its owner alone', async () => {
  const directory = await temporaryDir();
  await open(directory);
  expect((await stat(join(directory, 'meridian.db'))).mode & 0o777).toBe(0o600);
});

test('row 60: a damaged database is reported and left as it is', async () => {
  const directory = await temporaryDir();
  const store = await openStore(directory, [], () => 1000);
  await store.journal.commit(async (tx, tell) => {
    for (let i = 0; i < 500; i++) await recordActivity(tx, tell, row(`row ${i}`));
  });
  await store.close();
  const path = join(directory, 'meridian.db');
  const bytes = await readFile(path);
  bytes.fill(0x5a, 3 * 4096, 12 * 4096);
  await writeFile(path, bytes);
  await expect(openStore(directory, [], Date.now)).rejects.toThrow(DamagedDatabaseError);
  expect((await readFile(path)).equals(bytes)).toBe(true);
});

test('row 60: a file that is no database is reported and left as it is', async () => {
  const directory = await temporaryDir();
  const path = join(directory, 'meridian.db');
  await writeFile(path, 'my shopping list, which is not a database at all');
  await expect(openStore(directory, [], Date.now)).rejects.toThrow(/meridian\.db is damaged/);
  expect(await readFile(path, 'utf8')).toContain('shopping list');
});

test('a database of a newer release is reported, with the way back, and left as it is', async () => {
  const directory = await temporaryDir();
  const store = await openStore(directory, [], () => 1000);
  await store.journal.commit((tx, tell) => recordActivity(tx, tell, row('kept')));
  await sql`insert into kysely_migration values ('999-of-later', '2027-01-01')`.execute(store.db);
  await store.close();
  const path = join(directory, 'meridian.db');
  const bytes = await readFile(path);
  await expect(openStore(directory, [], Date.now)).rejects.toThrow(
    `${path} was brought up to date by a newer release (999-of-later). ` +
      'Start that one, or put back the backup from before it.',
  );
  expect((await readFile(path)).equals(bytes)).toBe(true);
});

test('one data directory is held by one server, and free again after it', async () => {
  const directory = await temporaryDir();
  const first = await openStore(directory, [], Date.now);
  await expect(openStore(directory, [], Date.now)).rejects.toThrow(DataInUseError);
  await first.close();
  await open(directory);
});

test('row 60: a closed database is one whole file: nothing is left in the write-ahead log', async () => {
  const directory = await temporaryDir();
  const store = await openStore(directory, [], () => 1000);
  await store.journal.commit((tx, tell) => recordActivity(tx, tell, row('the last word')));
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
  await journal.commit((tx, tell) => recordActivity(tx, tell, row('one')));
  const other = new Sqlite(join(directory, 'meridian.db'), { readonly: true });
  expect(other.prepare('select message from activity').all()).toEqual([{ message: 'one' }]);
  other.close();
});

test('sisters that are no longer configured do not count', async () => {
  const directory = await temporaryDir();
  const before = await openStore(directory, ['forge', 'harbor'], Date.now);
  const stored = { latency_ms: 1, last_seen: 1, changed_at: 1 };
  await before.db
    .insertInto('platforms')
    .values([
      { id: 'forge', status: 'connected', ...stored },
      { id: 'harbor', status: 'warning', ...stored },
    ])
    .execute();
  expect((await readStats(before.db)).meshConnections).toBe(3);
  await before.close();
  const { db } = await open(directory, ['harbor']);
  expect((await readStats(db)).meshConnections).toBe(2);
});
