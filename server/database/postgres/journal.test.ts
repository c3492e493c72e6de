import { expect, test } from 'vitest';
import { execute } from '../../../tests/server/postgres.ts';
import { replay } from '../../../tests/server/replay.ts';
import {
  countOn,
  countsOf,
  countTo,
  type Instance,
  numbersOf,
  openInstance,
  testDatabase,
} from '../../../tests/server/store/postgres/instances.ts';
import { REPLAY_MAX } from '../replay.ts';

/** Writes a change past the journal, so that no instance is notified. */
const writeSilently = (url: string, seq: number) =>
  execute(
    url,
    `insert into live_log (seq, key_json, op, data_json, at)
      values (${seq}, '["api","stats"]', 'patch', '{"value":${seq}}', 0)`,
  );

/** Ends every connection to a database, as a restart of the server does. */
const endConnections = (url: string) =>
  execute(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  );

test('of many commits in many instances every instance publishes each once, in order of commits', async () => {
  const url = await testDatabase();
  const instances = await Promise.all([1, 2, 3].map(() => openInstance(url)));
  const each = 40;
  const counted = await Promise.all(
    instances.flatMap((instance) =>
      countTo(each).map(async () => {
        const value = await countOn(instance);
        // An own commit is published by now.
        expect(countsOf(instance)).toContain(value);
        return value;
      }),
    ),
  );
  const all = countTo(each * instances.length);
  expect(counted.toSorted((a, b) => a - b)).toEqual(all);
  for (const instance of instances) {
    await expect.poll(() => instance.published.length).toBe(all.length);
    expect(numbersOf(instance)).toEqual(all);
    expect(countsOf(instance)).toEqual(all);
    expect(instance.journal.counters().others).toBeGreaterThan(0);
  }
});

test('an instance that starts later knows the numbers, and replays what it never published', async () => {
  const url = await testDatabase();
  const first = await openInstance(url);
  for (const _ of countTo(5)) await countOn(first);
  const second = await openInstance(url);
  expect(second.journal.seq()).toBe(5);
  const { changes, complete } = await replay(second.journal, 2);
  expect(complete).toBe(true);
  expect(changes.map(({ seq }) => seq)).toEqual([3, 4, 5]);
});

test('a number that another instance has said is not ahead of a replay or a catch-up', async () => {
  const url = await testDatabase();
  const [first, second] = [await openInstance(url), await openInstance(url)];
  for (const said of countTo(20)) {
    await countOn(first);
    if (said % 2 === 0) await second.journal.catchUp();
    else expect((await replay(second.journal, said - 1)).changes).toHaveLength(1);
    expect(second.journal.seq()).toBe(said);
  }
  expect(countsOf(second)).toEqual(countTo(20));
});

test('a change whose notification was missed is found by the poll', async () => {
  const url = await testDatabase();
  const instance = await openInstance(url);
  await writeSilently(url, 1);
  await expect.poll(() => numbersOf(instance), { timeout: 10_000 }).toEqual([1]);
});

test('an own commit publishes first what others have committed before', async () => {
  const url = await testDatabase();
  const instance = await openInstance(url);
  await writeSilently(url, 1);
  await countOn(instance);
  expect(numbersOf(instance)).toEqual([1, 2]);
});

test('after all connections were ended nothing is lost or doubled', async () => {
  const url = await testDatabase();
  const [first, second] = [await openInstance(url), await openInstance(url)];
  for (const round of countTo(3)) {
    await countOn(first);
    await endConnections(url);
    // The database is there: one connection that ends does not make it unreachable.
    await expect.poll(() => countOn(first).catch(() => 0), { timeout: 10_000 }).toBeGreaterThan(0);
    expect(first.health.isReachable()).toBe(true);
    const said = first.journal.seq();
    await expect.poll(() => second.journal.seq(), { timeout: 10_000 }).toBe(said);
    expect(said).toBeGreaterThanOrEqual(round * 2);
  }
  for (const instance of [first, second])
    expect(numbersOf(instance)).toEqual(countTo(first.journal.seq()));
});

test('what is no longer stored is reported as a gap, and publishing goes on after it', async () => {
  const url = await testDatabase();
  const instance = await openInstance(url);
  await countOn(instance);
  let gaps = 0;
  instance.journal.onGap(() => {
    gaps += 1;
  });
  const far = REPLAY_MAX.rows * 2;
  const stream = instance.journal.streamId();
  await execute(url, 'delete from live_log');
  await writeSilently(url, far);
  await instance.journal.catchUp();
  expect(gaps).toBe(1);
  expect(instance.journal.seq()).toBe(far);
  await countOn(instance);
  expect(numbersOf(instance)).toEqual([1, far + 1]);
  expect(instance.journal.streamId()).toBe(stream);
});

test('published changes that the database has lost are reported as a gap, and publishing goes on after it', async () => {
  const url = await testDatabase();
  const instance = await openInstance(url);
  for (const _ of countTo(5)) await countOn(instance);
  let gaps = 0;
  instance.journal.onGap(() => {
    gaps += 1;
  });
  // A standby that had not received them yet takes over.
  await execute(url, 'delete from live_log where seq > 3');
  await expect.poll(() => instance.journal.seq(), { timeout: 10_000 }).toBe(3);
  expect(gaps).toBe(1);
  await countOn(instance);
  expect(numbersOf(instance)).toEqual([1, 2, 3, 4, 5, 4]);
});

test.each([
  ['fewer', 4],
  ['as many', 5],
  ['more', 9],
])(
  'a standby that lost rows and has %s again begins another stream, for every instance',
  async (_, until) => {
    const url = await testDatabase();
    const [instance, other] = [await openInstance(url), await openInstance(url)];
    for (const _ of countTo(5)) await countOn(instance);
    await other.journal.catchUp();
    const gaps = new Set<Instance>();
    for (const one of [instance, other]) one.journal.onGap(() => gaps.add(one));
    const stream = instance.journal.streamId();
    const others = Array.from({ length: until - 3 }, (_, i) => i + 4);
    await execute(url, 'delete from live_log where seq > 3');
    for (const seq of others) await writeSilently(url, seq);

    // Also by an instance that writes before it has looked.
    await countOn(instance);
    await expect.poll(() => gaps.size, { timeout: 10_000 }).toBe(2);
    const next = instance.journal.streamId();
    expect(next).not.toBe(stream);
    await other.journal.catchUp();
    expect(other.journal.streamId()).toBe(next);
    for (const { journal } of [instance, other]) {
      expect(await replay(journal, 5, stream)).toMatchObject({ complete: false, changes: [] });
      expect(await replay(journal, 4, next)).toMatchObject({ complete: true });
    }
    for (const one of [instance, other]) expect(numbersOf(one)).toEqual(countTo(5));
  },
);

test('more than a replay holds is published whole to an instance that was away', async () => {
  const url = await testDatabase();
  const instance = await openInstance(url);
  const many = REPLAY_MAX.rows + 100;
  await execute(
    url,
    `insert into live_log (seq, key_json, op, data_json, at)
      select n, '["api","stats"]', 'patch', '{}', 0 from generate_series(1, ${many}) n`,
  );
  await instance.journal.catchUp();
  expect(numbersOf(instance)).toEqual(countTo(many));
});

test('work that throws stores nothing, in any instance', async () => {
  const url = await testDatabase();
  const [first, second] = [await openInstance(url), await openInstance(url)];
  await expect(
    first.journal.commit(async (_tx, emit) => {
      emit(['api', 'stats'], 'patch', {});
      throw new Error('given up');
    }),
  ).rejects.toThrow('given up');
  await countOn(first);
  await second.journal.catchUp();
  expect(numbersOf(second)).toEqual([1]);
});
