import { copyFile, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import Sqlite from 'libsql';
import { expect, onTestFinished, test } from 'vitest';
import { keyOf } from '../../../contract/paths.ts';
import { listActivity, recordActivity } from '../../../server/store/activity.ts';
import { DataInUseError } from '../../../server/store/data-dir.ts';
import { DamagedDatabaseError } from '../../../server/store/database.ts';
import { REPLAY_MAX } from '../../../server/store/journal.ts';
import { savePlatforms } from '../../../server/store/platforms.ts';
import { readStats } from '../../../server/store/stats.ts';
import { openStore, type Store } from '../../../server/store/store.ts';
import { replay } from '../replay.ts';
import { temporaryDir } from '../temporary-dir.ts';

async function open(dataDir: string, platforms: string[] = []): Promise<Store> {
  const store = await openStore(dataDir, platforms, () => 1000);
  onTestFinished(store.close);
  return store;
}

const row = (message: string) => ({ message, severity: 'primary', at: 1000 }) as const;

test('messages are published in order of their numbers, however many commit at once', async () => {
  const { journal } = await open(await temporaryDir());
  const received: number[] = [];
  journal.subscribe(({ seq }) => received.push(seq));
  await Promise.all(
    Array.from({ length: 60 }, (_, i) =>
      journal
        .commit(async (tx, emit) => {
          if (i % 3 === 0) await listActivity(tx, { limit: 1 });
          if (i % 7 === 6) throw new Error('given up');
          await recordActivity(tx, emit, row(`row ${i}`));
        })
        .catch(String),
    ),
  );
  expect(received).toEqual(Array.from({ length: 52 }, (_, i) => i + 1));
  expect(journal.seq()).toBe(52);
});

test('work that throws stores nothing, publishes nothing and leaves no gap in the numbers', async () => {
  const { db, journal } = await open(await temporaryDir());
  const received: unknown[] = [];
  journal.subscribe((change) => received.push(change.data));
  const failing = journal.commit(async (tx, emit) => {
    await recordActivity(tx, emit, row('never'));
    throw new Error('on second thoughts');
  });
  await expect(failing).rejects.toThrow('on second thoughts');
  await journal.commit((tx, emit) => recordActivity(tx, emit, row('first')));
  expect(received).toMatchObject([[{ message: 'first' }]]);
  expect(journal.seq()).toBe(1);
  expect(await listActivity(db, { limit: 9 })).toHaveLength(1);
});

test('a published message is stored already', async () => {
  const { db, journal } = await open(await temporaryDir());
  const stored = new Promise<number>((resolve) => {
    journal.subscribe(
      () => void listActivity(db, { limit: 9 }).then((rows) => resolve(rows.length)),
    );
  });
  await journal.commit((tx, emit) => recordActivity(tx, emit, row('one')));
  expect(await stored).toBe(1);
});

test('numbers continue after a restart, and published changes can be read again', async () => {
  const directory = await temporaryDir();
  const before = await openStore(directory, [], () => 1000);
  await before.journal.commit((tx, emit) => recordActivity(tx, emit, row('before')));
  await before.close();
  const { journal } = await open(directory);
  await journal.commit((tx, emit) => recordActivity(tx, emit, row('after')));
  const { complete, changes } = await replay(journal, 0);
  expect(complete).toBe(true);
  expect(changes.map(({ seq, data }) => [seq, data])).toMatchObject([
    [1, [{ message: 'before' }]],
    [2, [{ message: 'after' }]],
  ]);
});

test('the log of messages is bounded and says when it does not reach back far enough', async () => {
  const { journal } = await open(await temporaryDir());
  const written = REPLAY_MAX.rows + 500;
  await journal.commit(async (_tx, emit) => {
    for (let i = 0; i < written; i++) emit(keyOf('stats'), 'patch', { i });
  });
  for (const since of [0, 499])
    expect(await replay(journal, since)).toEqual({ seq: written, complete: false, changes: [] });
  const stored = await replay(journal, 500);
  expect(stored.complete).toBe(true);
  expect(stored.changes).toHaveLength(REPLAY_MAX.rows);
  const misplaced = stored.changes.filter(({ seq, data }) => (data as { i: number }).i !== seq - 1);
  expect(misplaced).toEqual([]);
  await journal.commit(async (_tx, emit) => emit(keyOf('stats'), 'patch', {}));
  expect((await replay(journal, 500)).complete).toBe(false);
  expect((await replay(journal, written)).changes).toHaveLength(1);
});

test('a replay is bounded in bytes: beyond it the answer is incomplete and empty', async () => {
  const { journal } = await open(await temporaryDir());
  const text = '\u00e9'.repeat(REPLAY_MAX.bytes / 8);
  for (let i = 0; i < 5; i++)
    await journal.commit(async (_tx, emit) => emit(keyOf('stats'), 'patch', { text }));
  expect(await replay(journal, 0)).toEqual({ seq: 5, complete: false, changes: [] });
  expect(await replay(journal, 2)).toMatchObject({
    complete: true,
    changes: [{ data: { text } }, {}, {}],
  });
});

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

test('only the owner can read the database', async () => {
  const directory = await temporaryDir();
  await open(directory);
  expect((await stat(join(directory, 'meridian.db'))).mode & 0o777).toBe(0o600);
});

test('a damaged database is reported and left unchanged', async () => {
  const directory = await temporaryDir();
  const store = await openStore(directory, [], () => 1000);
  await store.journal.commit(async (tx, emit) => {
    for (let i = 0; i < 500; i++) await recordActivity(tx, emit, row(`row ${i}`));
  });
  await store.close();
  const path = join(directory, 'meridian.db');
  const bytes = await readFile(path);
  bytes.fill(0x5a, 3 * 4096, 12 * 4096);
  await writeFile(path, bytes);
  await expect(openStore(directory, [], Date.now)).rejects.toThrow(DamagedDatabaseError);
  expect((await readFile(path)).equals(bytes)).toBe(true);
});

test('a file that is not a database is reported and left unchanged', async () => {
  const directory = await temporaryDir();
  const path = join(directory, 'meridian.db');
  await writeFile(path, 'my shopping list, which is not a database at all');
  await expect(openStore(directory, [], Date.now)).rejects.toThrow(/meridian\.db is damaged/);
  expect(await readFile(path, 'utf8')).toContain('shopping list');
});

test('a database of a newer release is reported with a way back and left unchanged', async () => {
  const directory = await temporaryDir();
  const store = await openStore(directory, [], () => 1000);
  await store.journal.commit((tx, emit) => recordActivity(tx, emit, row('kept')));
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

test('a data directory belongs to one server and is free after it', async () => {
  const directory = await temporaryDir();
  const first = await openStore(directory, [], Date.now);
  await expect(openStore(directory, [], Date.now)).rejects.toThrow(DataInUseError);
  await first.close();
  await open(directory);
});

test('a closed database is one complete file: the write-ahead log is empty', async () => {
  const directory = await temporaryDir();
  const store = await openStore(directory, [], () => 1000);
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

test('platforms that are no longer configured do not count', async () => {
  const directory = await temporaryDir();
  const before = await openStore(directory, ['forge', 'harbor'], Date.now);
  const probed = { latencyMs: 1, lastSeen: 1, changedAt: 1, failure: null };
  await before.journal.commit((tx) =>
    savePlatforms(tx, [
      { id: 'forge', status: 'connected', ...probed },
      { id: 'harbor', status: 'warning', ...probed },
    ]),
  );
  expect(await readStats(before.db)).toMatchObject({ meshConnections: 3, meshSize: 3 });
  await before.close();
  const { db } = await open(directory, ['harbor']);
  expect(await readStats(db)).toMatchObject({ meshConnections: 2, meshSize: 2 });
});

test('the size of the mesh is that of the configuration, also before the first probe', async () => {
  const { db } = await open(await temporaryDir(), ['forge', 'harbor', 'ledger']);
  expect(await readStats(db)).toMatchObject({ meshConnections: 1, meshSize: 4 });
});
