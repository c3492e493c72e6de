import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CLOSE } from '../../contract/live.ts';
import { openConsole } from '../../tests/server/console.ts';
import { startServer, type TestServer } from '../../tests/server/start-server.ts';
import {
  addToken,
  bearer,
  callWith,
  changeAccount,
  type Person,
} from '../../tests/server/tokens/token-rig.ts';
import { TOKENS_MAX } from './api-tokens.ts';
import { CACHE_MS } from './sessions/session-cache.ts';

let now: number;
let server: TestServer;
let ada: Person;
let eve: Person;
beforeEach(async () => {
  now = Date.parse('2026-11-23T12:00:00Z');
  server = await startServer({ alone: true, now: () => now });
  ada = await server.signUp('ada');
  eve = await server.signUp('eve');
});
afterEach(() => server.close());

const read = async (token: string) =>
  (await callWith(server, token, '/api/dashboard/stats')).status;
const remove = async (id: string, { cookie }: Person) =>
  (await server.call(`/api/account/tokens/${id}`, { cookie, method: 'DELETE' })).status;
const onlyId = async () =>
  (await server.node.db.selectFrom('apiTokens').select('id').executeTakeFirstOrThrow()).id;

test('a removed token is refused at once and its live socket is closed', async () => {
  const token = await addToken(server, ada);
  const live = await openConsole(server.url, bearer(token));
  const own = await openConsole(server.url, { cookie: ada.cookie });
  expect(await remove(await onlyId(), eve)).toBe(404);
  expect(await read(token)).toBe(200);
  expect(await remove(await onlyId(), ada)).toBe(200);
  expect(await read(token)).toBe(401);
  expect(await live.closed).toBe(CLOSE.signIn);
  await expect(openConsole(server.url, bearer(token))).rejects.toThrow('HTTP 401');
  expect(own.socket.readyState).toBe(own.socket.OPEN);
  own.socket.terminate();
});

test.each(['disabledAt', 'deletedAt'])(
  'the tokens of an account with %s open nothing, and their sockets are closed',
  async (column) => {
    const token = await addToken(server, eve);
    const live = await openConsole(server.url, bearer(token));
    const id = await changeAccount(server, eve, { [column]: now });
    await server.node.sessions.endAllOf(id);
    expect(await read(token)).toBe(401);
    expect(await live.closed).toBe(CLOSE.signIn);
  },
);

test('signing out everywhere leaves tokens alone', async () => {
  const token = await addToken(server, eve);
  const live = await openConsole(server.url, bearer(token));
  await server.node.sessions.endAllOf(await changeAccount(server, eve, { role: 'operator' }));
  expect(await read(token)).toBe(200);
  await sleep(50);
  expect(live.socket.readyState).toBe(live.socket.OPEN);
  live.socket.terminate();
});

test.each([
  ['within half a minute', CACHE_MS],
  ['when the clock was set back', -10 * CACHE_MS],
])('a token that another process removed is refused %s', async (_, ms) => {
  const token = await addToken(server, ada);
  expect(await read(token)).toBe(200);
  await server.node.db.deleteFrom('apiTokens').execute();
  now += ms;
  expect(await read(token)).toBe(401);
});

test('an account has so many live tokens and no more', async () => {
  for (let i = 0; i < TOKENS_MAX; i++) await addToken(server, ada, { name: `script ${i}` });
  const json = { name: 'one more', role: 'viewer', days: 1 };
  const more = await server.call('/api/account/tokens', { cookie: ada.cookie, json });
  expect(more.status).toBe(409);
  expect(await remove(await onlyId(), ada)).toBe(200);
  await addToken(server, ada);
  await addToken(server, eve);
});
