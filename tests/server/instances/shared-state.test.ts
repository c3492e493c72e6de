import { describe, expect, test, vi } from 'vitest';
import { CLOSE } from '../../../contract/live.ts';
import { PATHS } from '../../../contract/paths.ts';
import { runAccountCommand } from '../../../server/commands/account-command.ts';
import { filePart, rawUpload, upload } from '../bundles/uploads/upload-client.ts';
import { openConsole } from '../console.ts';
import { openDisplay, socketOf } from '../displays/screen.ts';
import type { TestServer } from '../start-server.ts';
import { startTwoServers } from './two-servers.ts';

const WITHIN = { timeout: 2_000, interval: 20 };
const STATS = '/api/dashboard/stats';

/** Both have the session in memory. */
async function signUpAtBoth(here: TestServer, there: TestServer, name?: string) {
  const person = await here.signUp(name);
  for (const { call } of [here, there])
    expect((await call(STATS, { cookie: person.cookie })).status).toBe(200);
  return person;
}

const login = (server: TestServer, username: string, password: string) =>
  server.call('/api/auth/login', { json: { username, password } });

describe('a session', () => {
  test('that is opened at one instance is known at another, and ends there within two seconds', async () => {
    const [here, there] = await startTwoServers();
    const { cookie } = await signUpAtBoth(here, there);
    const console = await openConsole(there.url, { cookie });
    const ended = performance.now();
    await here.call(PATHS.endSessions, { cookie, method: 'DELETE' });
    expect(await console.closed).toBe(CLOSE.signIn);
    expect(performance.now() - ended).toBeLessThan(2_000);
    await vi.waitFor(
      async () => expect((await there.call(STATS, { cookie })).status).toBe(401),
      WITHIN,
    );
  });

  test('that is confirmed at one instance is not asked again at another', async () => {
    const [here, there] = await startTwoServers();
    await here.signUp();
    const { cookie, password } = await signUpAtBoth(here, there);
    await here.node.db.updateTable('sessions').set({ provenAt: 0 }).execute();
    for (const { node } of [here, there]) node.sessions.refresh();
    const remove = (server: TestServer) =>
      server.call(PATHS.removeAccount, { cookie, method: 'DELETE' });
    expect((await remove(there)).status).toBe(403);
    await here.call(PATHS.confirmIdentity, { cookie, json: { kind: 'password', password } });
    expect((await remove(there)).status).toBe(200);
  });

  test('has its new role at every instance, and its sockets join again', async () => {
    const [here, there] = await startTwoServers();
    const admin = await here.signUp();
    const { cookie, username } = await signUpAtBoth(here, there);
    const socket = await openConsole(there.url, { cookie });
    const people = await (await here.call('/api/people', { cookie: admin.cookie })).json();
    const { id } = people.find((one: { username: string }) => one.username === username);
    const json = { role: 'admin' };
    await here.call(`/api/people/${id}`, { cookie: admin.cookie, json });
    // The instance that does not know of it yet reads the session again before it refuses.
    expect((await there.call('/api/people', { cookie })).status).toBe(200);
    expect(await socket.closed).toBe(CLOSE.restart);
  });

  test('ends at once when a command resets the password', async () => {
    const [here, there] = await startTwoServers();
    const { cookie, username } = await signUpAtBoth(here, there);
    const socket = await openConsole(there.url, { cookie });
    await runAccountCommand(['reset-password', username], {
      place: here.config,
      product: 'Meridian',
      now: Date.now,
      systemUser: 'root',
      readPassword: async () => 'another long password',
    });
    await socket.closed;
    expect((await there.call(STATS, { cookie })).status).toBe(401);
  });
});

test('wrong passwords are counted at all instances together', async () => {
  const [here, there] = await startTwoServers();
  const { username, password } = await here.signUp();
  for (let i = 0; i < 10; i++)
    expect((await login(i % 2 === 0 ? here : there, username, 'wrong password')).status).toBe(401);
  for (const server of [here, there])
    expect((await login(server, username, password)).status).toBe(429);
});

test('all instances have the same keys, and know each other’s devices', async () => {
  const [here, there] = await startTwoServers();
  const keysOf = async (server: TestServer) => (await server.call('/.well-known/jwks.json')).json();
  expect(await keysOf(there)).toEqual(await keysOf(here));
  const { cookie } = await here.signUp();
  const push = async (server: TestServer) => (await server.call('/api/push', { cookie })).json();
  expect((await push(there)).publicKey).toBe((await push(here)).publicKey);
});

test('uploads of an account are counted at all instances together', async () => {
  const [here, there] = await startTwoServers();
  const { cookie } = await here.signUp();
  const raws = await Promise.all(
    [here, here, there, there].map((server) =>
      rawUpload(server, { cookie, 'content-length': 100_000 }),
    ),
  );
  for (const raw of raws) raw.write(filePart());
  const claimed = () => here.node.db.selectFrom('claims').selectAll().execute();
  await vi.waitFor(async () => expect(await claimed()).toHaveLength(4), { timeout: 10_000 });
  for (const server of [here, there]) expect((await upload(server, cookie)).status).toBe(429);
  for (const raw of raws) raw.socket.destroy();
  await vi.waitFor(async () => expect(await claimed()).toEqual([]), { timeout: 10_000 });
  // This node has no platforms to choose from.
  expect((await upload(there, cookie)).status).toBe(400);
});

describe('a display', () => {
  const displays = async (server: TestServer, cookie: string) =>
    (await server.call('/api/displays', { cookie })).json();
  const order = (server: TestServer, cookie: string, id: string) =>
    server.call(`/api/displays/${id}/order`, { cookie, json: { order: 'flash' } });

  async function connect() {
    const [here, there] = await startTwoServers();
    const { cookie } = await here.signUp();
    const screen = await openDisplay(here, 'Hall', cookie);
    const socket = await socketOf(there, screen);
    await vi.waitFor(
      async () => expect(await displays(here, cookie)).toMatchObject([{ connected: true }]),
      WITHIN,
    );
    const [{ id }] = await displays(here, cookie);
    return { here, there, cookie, socket, id, screen };
  }

  test('that is connected to one instance is seen and ordered at another', async () => {
    const { here, cookie, socket, id } = await connect();
    expect((await order(here, cookie, id)).status).toBe(200);
    await socket.waitFor(({ type }) => type === 'order');
    socket.socket.close();
    await vi.waitFor(
      async () => expect(await displays(here, cookie)).toMatchObject([{ connected: false }]),
      WITHIN,
    );
    expect((await order(here, cookie, id)).status).toBe(409);
  });

  test('that is revoked at one instance loses its socket at another', async () => {
    const { here, cookie, socket, id } = await connect();
    await here.call(`/api/displays/${id}`, { cookie, method: 'DELETE' });
    expect(await socket.closed).toBe(CLOSE.signIn);
  });

  test('does not count as connected when its instance is gone without a word', async () => {
    const { here, cookie, id } = await connect();
    const console = await openConsole(here.url, { cookie });
    const before = here.node.journal.seq();
    // What an instance that was killed leaves: a row that nobody renews.
    const [row] = await here.node.db.selectFrom('claims').selectAll().execute();
    if (row === undefined) throw new Error('no claim');
    await here.node.db
      .insertInto('claims')
      .values({ ...row, id: 'killed', key: 'another session', expiresAt: row.expiresAt - 20_000 })
      .execute();
    await console.waitFor(({ seq, key }) => Number(seq) > before && String(key) === 'api,displays');
    expect(await here.node.db.selectFrom('claims').select('id').execute()).toEqual([
      { id: row.id },
    ]);
    expect((await order(here, cookie, id)).status).toBe(200);
  });
});
