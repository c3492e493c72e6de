import { cp } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { keyOf } from '../../contract/paths.ts';
import { ENGINE, fillDataDir, openTestStore, placeOf } from '../../tests/server/engine.ts';
import { createManualClock } from '../../tests/server/manual-clock.ts';
import { replay } from '../../tests/server/replay.ts';
import { temporaryDir } from '../../tests/server/temporary-dir.ts';
import { listActivity, recordActivity } from '../activity/rows.ts';
import { createLoops } from '../base/loop.ts';
import { readStats } from '../dashboard/rows.ts';
import { savePlatforms } from '../platforms/rows/states.ts';
import { DataInUseError } from './data-dir.ts';
import { LOG_MAX } from './live-log.ts';
import { REPLAY_MAX } from './replay.ts';
import { openStore, type Store } from './store.ts';

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

test('a start goes on with the numbers of before, and a database that was put back does not', async () => {
  const [dataDir, kept] = [await temporaryDir(), await temporaryDir()];
  const write = (store: Store) =>
    store.journal.commit((tx, emit) => recordActivity(tx, emit, row('note')));
  const run = async (times: number) => {
    const store = await openTestStore(dataDir, [], () => 1000);
    for (let i = 0; i < times; i++) await write(store);
    await store.close();
    return { stream: store.journal.streamId(), seq: store.journal.seq() };
  };
  const first = await run(2);
  await cp(dataDir, kept, { recursive: true });
  const lost = await run(3);
  const after = await openTestStore(dataDir, [], () => 1000);
  expect(await replay(after.journal, first.seq, first.stream)).toMatchObject({ complete: true });
  expect(await replay(after.journal, lost.seq, lost.stream)).toMatchObject({ complete: true });
  await after.close();

  if (ENGINE === 'postgres') return;
  await cp(kept, dataDir, { recursive: true, force: true });
  const { journal } = await open(dataDir);
  for (let i = 0; i < 4; i++) await write({ journal } as Store);
  expect(journal.seq()).toBeGreaterThan(lost.seq);
  expect(await replay(journal, lost.seq, lost.stream)).toMatchObject({ complete: false });
  // Not even of what was there when it was kept: whose numbers these are is not known any more.
  expect(await replay(journal, first.seq + 1, first.stream)).toMatchObject({ complete: false });
  expect(await replay(journal, first.seq, first.stream)).toMatchObject({ complete: true });
  expect(await replay(journal, first.seq)).toMatchObject({ complete: true });
});

test('the log is bounded in bytes, and what no replay reaches is dropped', async () => {
  const { db, journal } = await open(await temporaryDir());
  const text = 'x'.repeat(LOG_MAX.bytes / 8);
  const bytes = async () =>
    (await db.selectFrom('liveLog').select('dataJson').execute())
      .map(({ dataJson }) => Buffer.byteLength(dataJson))
      .reduce((sum, one) => sum + one, 0);
  for (let i = 0; i < 20; i++) {
    await journal.commit(async (_tx, emit) => emit(keyOf('stats'), 'patch', { text }));
    expect(await bytes()).toBeLessThanOrEqual(LOG_MAX.bytes * 1.3);
  }
  await journal.commit(async (_tx, emit) =>
    emit(keyOf('stats'), 'patch', { text: text.repeat(9) }),
  );
  expect(await db.selectFrom('liveLog').select('seq').execute()).toEqual([{ seq: 21 }]);
  expect(await replay(journal, 21)).toMatchObject({ complete: true, changes: [] });
});

test('the log is bounded over starts that follow each other soon', async () => {
  const dataDir = await temporaryDir();
  const text = 'x'.repeat(LOG_MAX.bytes / 5);
  let rows = 0;
  for (let start = 0; start < 8; start++) {
    const store = await openTestStore(dataDir, [], () => 1000);
    await store.journal.commit(async (_tx, emit) => emit(keyOf('stats'), 'patch', { text }));
    rows = (await store.db.selectFrom('liveLog').select('seq').execute()).length;
    await store.close();
  }
  expect(rows).toBe(4);
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

test('a journal without commits waits for nobody who writes', async () => {
  const dataDir = await temporaryDir();
  await fillDataDir(dataDir);
  const clock = createManualClock();
  const loops = createLoops(clock);
  const store = await openStore(await placeOf(dataDir), clock.now, loops);
  await store.db.transaction().execute(async () => {
    for (let second = 0; second < 30; second++) {
      clock.advance(1000);
      await new Promise(setImmediate);
    }
    const journal = loops.states().find(({ name }) => name === 'journal');
    expect(journal).toMatchObject({ lateMs: 0, isProven: true });
  });
  await store.close();
});
