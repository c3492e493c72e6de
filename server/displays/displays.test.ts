import { afterEach, describe, expect, test } from 'vitest';
import type { Call } from '../../contract/call.ts';
import { CALLS } from '../../contract/calls.ts';
import { MINUTE_MS } from '../../contract/limits.ts';
import { CLOSE } from '../../contract/live.ts';
import { SHARE_PATH } from '../../contract/paths.ts';
import { openDisplay, pair, socketOf, startScreen } from '../../tests/server/displays/screen.ts';
import { cookieOf, startServer, type TestServer } from '../../tests/server/start-server.ts';
import { createSessionExchange } from '../accounts/sessions/session-exchange.ts';
import { createSessions } from '../accounts/sessions/sessions.ts';
import { createLocalPubSub } from '../database/pubsub.ts';
import { hashSecret } from './pairings.ts';

let server: TestServer;
afterEach(() => server.close());

const list = async (cookie: string) => (await server.call('/api/displays', { cookie })).json();
const approve = (cookie: string, code: string, name = 'Hall') =>
  server.call('/api/displays', { cookie, json: { code, name } });

describe('a pairing code', () => {
  test('is repeated to the browser that has its secret; every other browser gets its own', async () => {
    server = await startServer({ alone: true });
    const screen = await startScreen(server);
    const again = await pair(server, screen.cookie);
    expect(await again.json()).toMatchObject({ state: 'waiting', code: screen.code });
    const other = await startScreen(server);
    expect(other.code).not.toBe(screen.code);
    expect(screen.code).toMatch(/^[2-9A-DFGHJKMNP-TV-Z]{8}$/);
  });

  test('only hashes of code, secret and session are stored', async () => {
    server = await startServer({ alone: true });
    const screen = await openDisplay(server);
    const kept = JSON.stringify([
      await server.node.db.selectFrom('pairings').selectAll().execute(),
      await server.node.db.selectFrom('displays').selectAll().execute(),
    ]);
    for (const value of [screen.code, screen.secret, screen.token]) {
      expect(value.length).toBeGreaterThanOrEqual(8);
      expect(kept).not.toContain(value);
    }
    expect(kept).toContain(hashSecret(screen.token));
    expect(Buffer.from(screen.token, 'base64url')).toHaveLength(32);
  });

  test('secret and session are in HttpOnly cookies, and in no body and no log', async () => {
    server = await startServer({ alone: true });
    const screen = await openDisplay(server);
    expect(screen.setCookies).toHaveLength(2);
    for (const line of screen.setCookies) expect(line).toMatch(/; Path=\/; HttpOnly; SameSite=Lax/);
    const output = JSON.stringify([screen.bodies, server.logged]);
    for (const value of [screen.secret, screen.token]) expect(output).not.toContain(value);
    expect(JSON.stringify(server.logged)).not.toContain(screen.code);
  });

  test('an invented session is not adopted, and each display has its own', async () => {
    server = await startServer({ alone: true });
    const chosen = 'A'.repeat(43);
    const asked = await pair(server, `meridian-pairing=${chosen}; meridian-session=${chosen}`);
    expect(cookieOf(asked)).toMatch(/^meridian-pairing=/);
    expect(cookieOf(asked)).not.toContain(chosen);
    const [one, two] = [await openDisplay(server), await openDisplay(server)];
    expect(one.token).not.toBe(two.token);
  });

  test('is valid once, for ten minutes, however it is typed', async () => {
    let now = Date.now();
    server = await startServer({ alone: true, now: () => now });
    const { cookie } = await server.signUp();
    const late = await startScreen(server);
    now += 10 * MINUTE_MS;
    expect((await approve(cookie, late.code)).status).toBe(404);
    const next = await (await pair(server, late.cookie)).json();
    expect(next.code).not.toBe(late.code);

    const screen = await startScreen(server);
    const typed = ` ${screen.code.slice(0, 4).toLowerCase()}-${screen.code.slice(4)} `;
    expect((await approve(cookie, typed)).status).toBe(200);
    expect((await approve(cookie, screen.code, 'Twice')).status).toBe(404);
    expect(await list(cookie)).toMatchObject([{ name: 'Hall', approvedBy: 'operator-1' }]);
  });

  test('gives the same session again if the answer was lost', async () => {
    server = await startServer({ alone: true });
    const { cookie } = await server.signUp();
    const screen = await startScreen(server);
    await approve(cookie, screen.code);
    const [first, second] = [await pair(server, screen.cookie), await pair(server, screen.cookie)];
    expect(cookieOf(first)).toMatch(/^meridian-session=/);
    expect(cookieOf(first)).toBe(cookieOf(second));
  });

  test('guessing is stopped without stopping an operator who reads the screen', async () => {
    let now = Date.now();
    server = await startServer({ alone: true, now: () => now });
    const { cookie } = await server.signUp();
    const screen = await startScreen(server);
    for (let i = 0; i < 10; i++) expect((await approve(cookie, 'ABCDXFGH')).status).toBe(404);
    const stopped = await approve(cookie, screen.code);
    expect([stopped.status, stopped.headers.get('retry-after')]).toEqual([429, '300']);
    const other = await server.signUp();
    expect((await approve(other.cookie, screen.code)).status).toBe(200);
    now += 5 * MINUTE_MS;
    expect((await approve(cookie, 'ABCDXFGH')).status).toBe(404);
  });

  test('one address gets sixty codes in ten minutes and may poll them without limit', async () => {
    server = await startServer({ alone: true });
    const screen = await startScreen(server);
    for (let i = 1; i < 60; i++) expect((await pair(server)).status).toBe(200);
    const stopped = await pair(server);
    expect(stopped.status).toBe(429);
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await pair(server, screen.cookie)).status).toBe(200);
  });

  test('is not created in a browser that is signed in', async () => {
    server = await startServer({ alone: true });
    const { cookie } = await server.signUp();
    expect(await (await pair(server, cookie)).json()).toEqual({ state: 'account' });
  });

  test('an invisible, empty or too long name is refused', async () => {
    server = await startServer({ alone: true });
    const { cookie } = await server.signUp();
    const { code } = await startScreen(server);
    for (const name of ['', '   ', 'H\u200ball', 'x'.repeat(65)])
      expect((await approve(cookie, code, name)).status).toBe(400);
    expect((await approve(cookie, code, '  Hall  ')).status).toBe(200);
    expect(await list(cookie)).toMatchObject([{ name: 'Hall' }]);
  });
});

describe('the session of a display', () => {
  const WRITES = Object.entries<Call>(CALLS).filter(([, row]) => row.method !== 'GET');
  /** What is open to everybody, its own end, and what it says of itself. */
  const ALLOWED = WRITES.filter(
    ([name, row]) => row.access === 'public' || ['logout', 'reportDisplay'].includes(name),
  );

  test('may call every read of the table and no write', async () => {
    server = await startServer({ alone: true });
    const { cookie } = await openDisplay(server);
    for (const path of [
      '/api/dashboard/stats',
      '/api/activity/logs',
      '/api/mesh/connections',
      '/api/incidents',
      '/api/maintenance',
    ])
      expect((await server.call(path, { cookie })).status).toBe(200);
    const refused = WRITES.filter((one) => !ALLOWED.includes(one));
    expect(refused.length).toBeGreaterThan(10);
    for (const [name, row] of refused) {
      const path = row.path.replace(/\{\w+\}/g, 'x');
      const answer = await server.call(path, { cookie, method: row.method });
      expect([name, answer.status, await answer.json()]).toMatchObject([
        name,
        403,
        { message: 'A display may only read.' },
      ]);
    }
  });

  test('is refused every route that is not GET, also those outside the table', async () => {
    server = await startServer({ alone: true });
    const { cookie } = await openDisplay(server);
    // A shared file that reaches the server is not even read.
    const allowed: string[] = [SHARE_PATH, ...ALLOWED.map(([, row]) => row.path)];
    const audit = await server.call('/api/run-endpoint-audit', { cookie });
    const { endpoints } = (await audit.json()) as { endpoints: { path: string; method: string }[] };
    const writes = endpoints.filter(
      ({ path, method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method) && !allowed.includes(path),
    );
    // The calls of peers know no cookie: they have to be signed. A report knows none either: its address is the secret.
    const refusal = (path: string) =>
      path.startsWith('/mesh/') ? 401 : path.startsWith('/api/reports/') ? 404 : 403;
    expect(writes.map(({ method }) => method)).toContain('PATCH');
    for (const { path, method } of writes) {
      const answer = await server.call(path.replace(/:\w+/g, 'x'), { cookie, method });
      expect([method, path, answer.status]).toEqual([method, path, refusal(path)]);
    }
  });

  test('does not expire when idle, and its cookie is renewed', async () => {
    let now = Date.now();
    server = await startServer({ alone: true, now: () => now });
    const { cookie } = await openDisplay(server);
    now += 300 * 24 * 60 * MINUTE_MS;
    const answer = await server.call('/api/dashboard/stats', { cookie });
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()[0]).toContain(`${cookie}; Max-Age=34560000`);
    const next = await server.call('/api/dashboard/stats', { cookie });
    expect(next.headers.getSetCookie()).toEqual([]);
  });

  test('reports the name of the display', async () => {
    server = await startServer({ alone: true });
    const { cookie } = await openDisplay(server, 'Night desk');
    expect(await (await pair(server, cookie)).json()).toEqual({
      state: 'display',
      name: 'Night desk',
    });
    const session = await server.call('/api/auth/session', { cookie });
    expect(await session.json()).toMatchObject({ user: { username: 'Night desk' } });
  });

  test('ends with its socket when it is revoked, with the close code for signing in', async () => {
    server = await startServer({ alone: true });
    const operator = await server.signUp();
    const screen = await openDisplay(server, 'Hall', operator.cookie);
    const socket = await socketOf(server, screen);
    const [display] = await list(operator.cookie);
    const revoked = await server.call(`/api/displays/${display.id}`, {
      cookie: operator.cookie,
      method: 'DELETE',
    });
    expect(revoked.status).toBe(200);
    expect(await socket.closed).toBe(CLOSE.signIn);
    expect((await server.call('/api/dashboard/stats', { cookie: screen.cookie })).status).toBe(401);
    expect(await list(operator.cookie)).toEqual([]);
    expect((await (await pair(server, screen.pairingCookie)).json()).state).toBe('waiting');
    const logs = await server.call('/api/activity/logs', { cookie: operator.cookie });
    expect((await logs.json()).map(({ message }: { message: string }) => message)).toEqual([
      'operator-1 revoked the display Hall',
      'operator-1 approved the display Hall',
      'operator-1 signed up',
    ]);
  });

  test('ends when somebody signs in on that browser', async () => {
    server = await startServer({ alone: true });
    const operator = await server.signUp();
    const screen = await openDisplay(server, 'Hall', operator.cookie);
    const { username, password } = operator;
    await server.call('/api/auth/login', { cookie: screen.cookie, json: { username, password } });
    expect((await server.call('/api/dashboard/stats', { cookie: screen.cookie })).status).toBe(401);
    expect(await list(operator.cookie)).toEqual([]);
  });

  test('is found by its hash after a restart', async () => {
    server = await startServer({ alone: true });
    const screen = await openDisplay(server);
    const { db, journal } = server.node;
    const exchange = createSessionExchange(createLocalPubSub());
    const fresh = createSessions({
      db,
      journal,
      now: Date.now,
      sessionMs: 1000,
      sessionMaxMs: 1000,
      exchange,
    });
    expect(await fresh.find(screen.token, '')).toMatchObject({
      account: { username: 'Hall' },
      slid: false,
    });
  });
});

describe('the list of displays', () => {
  test('shows live which displays are connected and since when others are not', async () => {
    let now = 1_000_000;
    server = await startServer({ alone: true, now: () => now });
    const operator = await server.signUp();
    const screen = await openDisplay(server, 'Hall', operator.cookie);
    // The build is stored after the screen has its answer.
    await expect
      .poll(() => list(operator.cookie))
      .toMatchObject([{ connected: false, seenAt: null, build: 'build-1' }]);
    const seen: unknown[] = [];
    server.node.journal.subscribe((change) => {
      if (change.key.join('/') === 'api/displays') seen.push(change.data);
    });
    now = 2_000_000;
    const socket = await socketOf(server, screen);
    now = 2_500_000;
    // Joining is stored after the console has its greeting, and shows who is connected by then.
    await expect.poll(() => seen).toHaveLength(1);
    now = 3_000_000;
    socket.socket.close();
    await expect.poll(() => seen).toHaveLength(2);
    expect(seen).toMatchObject([
      [{ connected: true, seenAt: 2_000_000 }],
      [{ connected: false, seenAt: 3_000_000 }],
    ]);
  });

  test('an order reaches the socket of that display alone', async () => {
    server = await startServer({ alone: true });
    const operator = await server.signUp();
    const hall = await openDisplay(server, 'Hall', operator.cookie);
    const desk = await openDisplay(server, 'Desk', operator.cookie);
    const [atHall, atDesk] = [await socketOf(server, hall), await socketOf(server, desk)];
    const [first] = await list(operator.cookie);
    const order = (id: string, json: unknown) =>
      server.call(`/api/displays/${id}/order`, { cookie: operator.cookie, json });
    expect((await order(first.id, { order: 'flash' })).status).toBe(200);
    const isOrder = ({ type }: Record<string, unknown>) => type === 'order';
    expect(await atHall.waitFor(isOrder)).toMatchObject({ order: 'flash', name: 'Hall' });
    expect((await order(first.id, { order: 'explode' })).status).toBe(400);
    expect((await order('nobody', { order: 'flash' })).status).toBe(404);
    atHall.socket.close();
    await atHall.closed;
    await expect.poll(async () => (await order(first.id, { order: 'reload' })).status).toBe(409);
    expect(atDesk.received.filter(isOrder)).toEqual([]);
  });

  test('needs a session', async () => {
    server = await startServer({ alone: true });
    expect((await server.call('/api/displays')).status).toBe(401);
    expect((await server.call('/api/displays', { json: {} })).status).toBe(401);
    expect((await server.call('/api/displays/x', { method: 'DELETE' })).status).toBe(401);
  });
});
