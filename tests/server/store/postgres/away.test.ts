import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { CLOSE } from '../../../../contract/live.ts';
import { DatabaseUnreachableError } from '../../../../server/store/database-errors.ts';
import { openConsole } from '../../console.ts';
import { execute } from '../../postgres.ts';
import { startServer } from '../../start-server.ts';
import { countOn, countTo, numbersOf, openInstance, testDatabase } from './instances.ts';

/** What the network between an instance and its database does. */
type Network = 'works' | 'silent' | 'refuses';

/** The way to a database, for a test that breaks it. */
async function throughNetwork(url: string) {
  const target = new URL(url);
  const open = new Set<Socket>();
  let state: Network = 'works';
  const server = createServer((near) => {
    if (state === 'refuses') {
      near.destroy();
      return;
    }
    const far = connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
      // What a network that is silent swallows does not arrive later.
      socket.on('data', (piece) => {
        if (state === 'works') other.write(piece);
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const through = new URL(url);
  through.port = String((server.address() as { port: number }).port);
  return {
    url: through.href,
    become(next: Network) {
      state = next;
      if (next === 'refuses') for (const socket of open) socket.destroy();
    },
  };
}

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
  }, 90_000);

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
}, 60_000);

test('a database whose disk is full refuses what is written with a sentence, and is read as before', async () => {
  const url = await testDatabase();
  const env = { DATABASE_URL: url, SECRET_KEY: 'A'.repeat(43) };
  const server = await startServer({ alone: true, env });
  onTestFinished(server.close);
  const { cookie } = await server.signUp();
  // What a server says that cannot extend a file.
  await execute(
    url,
    `create function full_disk() returns trigger language plpgsql
      as $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`,
  );
  await execute(
    url,
    'create trigger full_disk before insert on handover_notes execute function full_disk()',
  );
  const note = () => server.call('/api/handover/notes', { cookie, json: { text: 'All quiet.' } });
  const refused = await note();
  expect(refused.status).toBe(503);
  expect(await refused.json()).toEqual({ message: 'The disk of the database is full.' });
  expect((await server.call('/api/activity/logs', { cookie })).status).toBe(200);
  await execute(url, 'drop trigger full_disk on handover_notes');
  expect((await note()).status).toBe(200);
}, 60_000);

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
  expect(await answer.json()).toEqual({ message: 'The database cannot be reached.' });
  expect((await server.call('/')).status).toBe(200);
  expect((await server.call('/healthz')).status).toBe(200);
  expect((await server.call('/readyz')).status).toBe(503);

  network.become('works');
  await expect.poll(async () => (await server.call('/readyz')).status, SOON).toBe(200);
  const again = await openConsole(server.url, { cookie });
  again.socket.close();
  expect((await server.call('/api/activity/logs', { cookie })).status).toBe(200);
}, 90_000);
