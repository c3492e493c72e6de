import { expect, onTestFinished, test } from 'vitest';
import { keyOf } from '../../contract/paths.ts';
import { openTestStore } from '../../tests/server/engine.ts';
import { replay } from '../../tests/server/replay.ts';
import { temporaryDir } from '../../tests/server/temporary-dir.ts';
import { listActivity, recordActivity } from '../activity/rows.ts';
import { readStats } from '../dashboard/rows.ts';
import { DataInUseError } from './data-dir.ts';
import { REPLAY_MAX } from './journal.ts';
import { savePlatforms } from './platforms.ts';
import type { Store } from './store.ts';

async function open(dataDir: string, platforms: string[] = []): Promise<Store> {
  const store = await openTestStore(dataDir, platforms, () => 1000);
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
  const before = await openTestStore(directory, [], () => 1000);
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

test('a data directory belongs to one server and is free after it', async () => {
  const directory = await temporaryDir();
  const first = await openTestStore(directory, [], Date.now);
  await expect(openTestStore(directory, [], Date.now)).rejects.toThrow(DataInUseError);
  await first.close();
  await open(directory);
});

test('platforms that are no longer configured do not count', async () => {
  const directory = await temporaryDir();
  const before = await openTestStore(directory, ['forge', 'harbor'], Date.now);
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
