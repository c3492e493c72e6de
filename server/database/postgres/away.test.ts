import { expect, onTestFinished, test } from 'vitest';
import { CLOSE } from '../../../contract/live.ts';
import { openConsole } from '../../../tests/server/console.ts';
import {
  type DatabaseNetwork,
  startDatabaseNetwork,
} from '../../../tests/server/database-network.ts';
import { fillDisk, freeDisk } from '../../../tests/server/full-disk.ts';
import { execute } from '../../../tests/server/postgres.ts';
import { startServer } from '../../../tests/server/start-server.ts';
import {
  countOn,
  countTo,
  numbersOf,
  openInstance,
  testDatabase,
} from '../../../tests/server/store/postgres/instances.ts';
import { DatabaseUnreachableError } from '../database-errors.ts';
import { createPool } from './pool.ts';

/** Closed with the test. */
async function throughNetwork(url: string): Promise<DatabaseNetwork> {
  const network = await startDatabaseNetwork(url);
  onTestFinished(network.close);
  return network;
}

test('a call that gets an idle connection at once does not count as waiting', async () => {
  const pool = createPool({ url: await testDatabase(), connectionsMax: 2 });
  onTestFinished(() => pool.end());
  (await pool.connect()).release();
  const connecting = pool.connect();
  expect(pool.counters()).toEqual({ total: 1, idle: 1, waiting: 0 });
  (await connecting).release();
});

test('a connection that may not write does not stay in the pool until it may', async () => {
  const url = await testDatabase();
  const pool = createPool(
    { url, connectionsMax: 2 },
    { isReachable: () => true, onUnreachable: () => undefined },
  );
  onTestFinished(() => pool.end());
  await setReadOnly(url, 'set');
  await expect(pool.connect()).rejects.toThrow(DatabaseUnreachableError);
  await setReadOnly(url, 'reset', 'false');
  const client = await pool.connect();
  onTestFinished(() => client.release());
  await client.query('create table written ()', []);
});

const SOON = { timeout: 15_000 };

for (const state of ['silent', 'refuses'] as const)
  test(`while the network ${state === 'silent' ? 'is silent' : 'refuses'}, commits fail and nothing is lost; then it recovers by itself`, async () => {
    const direct = await testDatabase();
    const network = await throughNetwork(direct);
    const [away, there] = [await openInstance(network.url), await openInstance(direct)];
    const said: boolean[] = [];
    away.health.onChange((reachable) => said.push(reachable));
    await countOn(away);

    network.become(state);
    await expect(countOn(away)).rejects.toThrow(DatabaseUnreachableError);
    await expect.poll(() => away.health.isReachable(), SOON).toBe(false);
    for (const _ of countTo(5)) await countOn(there);
    await expect(away.journal.catchUp()).rejects.toThrow(DatabaseUnreachableError);
    expect(there.health.isReachable()).toBe(true);

    network.become('works');
    await expect.poll(() => away.health.isReachable(), SOON).toBe(true);
    await countOn(away);
    for (const instance of [away, there]) {
      await expect.poll(() => instance.journal.seq(), SOON).toBe(7);
      expect(numbersOf(instance)).toEqual(countTo(7));
    }
    expect(said).toEqual([false, true]);
  });

test('a writer that is paused in its transaction stops the others for seconds only, and writes nothing', async () => {
  const url = await testDatabase();
  const [paused, other] = [await openInstance(url), await openInstance(url)];
  const writing = paused.journal.commit(async (tx, emit) => {
    await tx.insertInto('counters').values({ name: 'paused', value: 1 }).execute();
    await new Promise((resolve) => setTimeout(resolve, 7_000));
    emit(['api', 'stats'], 'patch', {});
  });
  const failed = expect(writing).rejects.toThrow(DatabaseUnreachableError);
  await new Promise((resolve) => setTimeout(resolve, 500));
  await countOn(other);
  await failed;
  const rows = await other.db.selectFrom('counters').select('name').execute();
  expect(rows).toEqual([{ name: 'count' }]);
  await countOn(paused);
  expect(numbersOf(paused)).toEqual([1, 2]);
});

test('a database whose disk is full refuses what is written with a sentence, and is read as before', async () => {
  const url = await testDatabase();
  const env = { DATABASE_URL: url, SECRET_KEY: 'A'.repeat(43) };
  const server = await startServer({ alone: true, env });
  onTestFinished(server.close);
  const { cookie } = await server.signUp();
  await fillDisk(url, 'handover_notes');
  const note = () => server.call('/api/handover/notes', { cookie, json: { text: 'All quiet.' } });
  const refused = await note();
  expect(refused.status).toBe(507);
  expect(await refused.json()).toMatchObject({
    message: 'The disk of the database is full. Somebody has to free some space there.',
  });
  expect((await server.call('/api/activity/logs', { cookie })).status).toBe(200);
  await freeDisk(url, 'handover_notes');
  expect((await note()).status).toBe(200);
});

test('a server without its database says so, closes live sockets and serves pages; then it is as before', async () => {
  const network = await throughNetwork(await testDatabase());
  const env = { DATABASE_URL: network.url, SECRET_KEY: 'A'.repeat(43) };
  const server = await startServer({ alone: true, env });
  onTestFinished(server.close);
  const { cookie } = await server.signUp();
  const console = await openConsole(server.url, { cookie });

  network.become('refuses');
  expect(await console.closed).toBe(CLOSE.restart);
  await expect(openConsole(server.url, { cookie })).rejects.toThrow('HTTP 503');
  const answer = await server.call('/api/activity/logs', { cookie });
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('5');
  expect(await answer.json()).toMatchObject({ message: 'The database cannot be reached.' });
  expect((await server.call('/')).status).toBe(200);
  expect((await server.call('/healthz')).status).toBe(200);
  expect((await server.call('/readyz')).status).toBe(503);

  network.become('works');
  await expect.poll(async () => (await server.call('/readyz')).status, SOON).toBe(200);
  const again = await openConsole(server.url, { cookie });
  again.socket.close();
  expect((await server.call('/api/activity/logs', { cookie })).status).toBe(200);
});

/** @param which connections begin anew: those that are open keep what they began with */
async function setReadOnly(url: string, change: 'set' | 'reset', which = 'true') {
  const name = new URL(url).pathname.slice(1);
  const value = change === 'set' ? ' = on' : '';
  // In a transaction that may write: this connection may be read-only as well.
  const setting = `alter database ${name} ${change} default_transaction_read_only${value}`;
  await execute(url, `begin read write; ${setting}; commit`);
  const others = 'datname = current_database() and pid <> pg_backend_pid()';
  await execute(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity where ${others} and ${which}`,
  );
}

test.each([
  ['all', 'true'],
  ['all but the one that listens', "query not like 'select coalesce(max(seq)%'"],
])(
  'a primary that has become read-only counts as not reachable: of %s connections',
  async (_, which) => {
    const url = await testDatabase();
    const env = { DATABASE_URL: url, SECRET_KEY: 'A'.repeat(43) };
    const server = await startServer({ alone: true, env });
    onTestFinished(server.close);
    const { cookie } = await server.signUp();
    const console = await openConsole(server.url, { cookie });
    const ready = async () => (await server.call('/readyz')).status;

    await setReadOnly(url, 'set', which);
    expect(await console.closed).toBe(CLOSE.restart);
    expect(await ready()).toBe(503);
    expect((await server.call('/api/activity/logs', { cookie })).status).toBe(503);

    await setReadOnly(url, 'reset', 'false');
    await expect.poll(ready, SOON).toBe(200);
    const note = { cookie, json: { text: 'All quiet.' } };
    expect((await server.call('/api/handover/notes', note)).status).toBe(200);
  },
  60_000,
);
