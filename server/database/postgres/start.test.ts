import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, execute } from '../../../tests/server/postgres.ts';
import { startServer } from '../../../tests/server/start-server.ts';
import {
  countOn,
  countTo,
  openInstance,
  testDatabase,
} from '../../../tests/server/store/postgres/instances.ts';
import { temporaryDir } from '../../../tests/server/temporary-dir.ts';
import { type Clock, createClock } from '../../base/clock.ts';
import { createLoops } from '../../base/loop.ts';
import { DatabaseUnreachableError } from '../database-errors.ts';
import { openForCommand } from '../store.ts';
import { openPostgres } from './postgres.ts';
import { openPostgresStore } from './store.ts';

const loops = createLoops(createClock());

test('several instances may start at the same time on an empty database', async () => {
  const url = await testDatabase({ empty: true });
  const instances = await Promise.all(countTo(4).map(() => openInstance(url)));
  const counted = await Promise.all(instances.map(countOn));
  expect(counted.toSorted()).toEqual([1, 2, 3, 4]);
});

test('a database of a newer release is reported with a way back, without its password', async () => {
  const url = new URL(await testDatabase());
  url.password = 'geheim';
  await execute(url.href, `insert into kysely_migration values ('999-of-later', '2027-01-01')`);
  await expect(
    openPostgresStore({ url: url.href, connectionsMax: 2 }, Date.now, loops),
  ).rejects.toThrow(
    `The database ${url.host}${url.pathname} was brought up to date by a newer release (999-of-later). ` +
      'Start that one, or put back the backup from before it.',
  );
});

test('a database that is not there is reported as unreachable', async () => {
  const nowhere = { url: 'postgres://postgres@127.0.0.1:1/postgres', connectionsMax: 2 };
  const opening = openPostgresStore(nowhere, Date.now, loops);
  await expect(opening).rejects.toThrow(DatabaseUnreachableError);
  await expect(opening).rejects.toThrow('The database cannot be reached.');
});

test('a database whose text is not UTF-8, or where the user may not create tables, is not taken', async () => {
  const { url, drop } = await createTestDatabase({ empty: true });
  onTestFinished(drop);
  const open = (of: string) => openPostgresStore({ url: of, connectionsMax: 2 }, Date.now, loops);
  const name = new URL(url).pathname.slice(1);
  await execute(url, `create role ${name} login`);
  onTestFinished(async () => void (await execute(url, `drop role ${name}`)));
  const stranger = new URL(url);
  stranger.username = name;
  await expect(open(stranger.href)).rejects.toThrow('may not create tables');
  const ascii = new URL(url);
  ascii.pathname = `/${name}_ascii`;
  const options = `encoding 'SQL_ASCII' locale 'C' locale_provider libc template template0`;
  await execute(url, `create database ${name}_ascii ${options}`);
  onTestFinished(async () => void (await execute(url, `drop database ${name}_ascii with (force)`)));
  await expect(open(ascii.href)).rejects.toThrow('stores text as SQL_ASCII');
});

test('a command gives a new database its tables, and leaves one of another release alone', async () => {
  const dataDir = await temporaryDir();
  const database = { url: await testDatabase({ empty: true }), connectionsMax: 2 };
  const { db, close } = await openForCommand({ dataDir, database });
  expect(await db.selectFrom('accounts').selectAll().execute()).toEqual([]);
  await sql`delete from kysely_migration where name like '018%'`.execute(db);
  await close();
  await expect(openForCommand({ dataDir, database })).rejects.toThrow('has another release');
});

test('counts and sums are numbers, text may be anything that a person types', async () => {
  const { db } = await openInstance(await testDatabase());
  const row = await db
    .selectFrom(sql<{ n: number }>`(values (9007199254740991::bigint), (1))`.as<'t'>(sql`t(n)`))
    .select(({ fn }) => [fn.countAll().as('count'), fn.sum('n').as('sum'), fn.max('n').as('max')])
    .executeTakeFirst();
  expect(row).toEqual({ count: 2, sum: 9007199254740992, max: 9007199254740991 });
  await db.insertInto('counters').values({ name: 'a\0b', value: 1 }).execute();
  expect(await db.selectFrom('counters').select('name').execute()).toEqual([{ name: 'a\uFFFDb' }]);
});

test('a start that waits for the database says so', async () => {
  const { url, drop } = await createTestDatabase();
  const { db } = openPostgres({ url, connectionsMax: 1 });
  const said: string[] = [];
  const clock = createClock();
  const sleep: Clock['sleep'] = (ms, signal) => clock.sleep(ms / 20, signal);
  const { starting } = await db.transaction().execute(async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    await sql`lock table kysely_migration`.execute(tx);
    const starting = startServer({
      ...{ alone: true, env: { DATABASE_URL: url, SECRET_KEY: 'A'.repeat(43) } },
      ...{ clock: { ...clock, sleep }, say: (sentence: string) => said.push(sentence) },
    });
    await expect
      .poll(() => said, { timeout: 20_000 })
      .toContainEqual(expect.stringContaining('DATABASE_URL: the database has not answered'));
    return { starting };
  });
  await (await starting).close();
  await db.destroy();
  await drop();
});
