import { afterEach, describe, expect, test } from 'vitest';
import { cookieOf, startServer, type TestServer } from '../../tests/server/start-server.ts';
import { createPasswords } from './factors/passwords.ts';

let server: TestServer;
afterEach(() => server.close());

const REGISTRATION = {
  username: 'Ada',
  email: 'ada@mesh.example',
  password: 'a long enough password',
  sovereignLevel: 'S11.1',
};

const register = (changes: object = {}) =>
  server.call('/api/auth/register', { json: { ...REGISTRATION, ...changes } });
const login = (username: string, password: string, cookie?: string) =>
  server.call('/api/auth/login', { json: { username, password }, ...(cookie && { cookie }) });
const message = async (response: Response) => (await response.json()).message as string;

describe('signing up', () => {
  test('signs in at once and writes a row in the activity log', async () => {
    server = await startServer({ alone: true });
    const answer = await register();
    expect(answer.status).toBe(200);
    expect(await answer.clone().json()).toMatchObject({ user: { username: 'Ada' } });
    const cookie = cookieOf(answer) ?? '';
    const session = await server.call('/api/auth/session', { cookie });
    expect(await session.json()).toMatchObject({
      user: { username: 'Ada', email: 'ada@mesh.example', sovereignLevel: 'S11.1' },
    });
    const logs = await server.call('/api/activity/logs', { cookie });
    expect(await logs.json()).toMatchObject([{ message: 'Ada signed up' }]);
  });

  test('the password is stored as argon2id with 19 MiB, two passes, one lane, own salt', async () => {
    server = await startServer({ alone: true, passwords: createPasswords() });
    await register();
    await register({ username: 'Grace' });
    const rows = await server.node.db.selectFrom('accounts').select('passwordHash').execute();
    const [one = '', two] = rows.map((row) => row.passwordHash);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
  });

  test('passwords of 8 to 256 characters of any kind are used in full', async () => {
    server = await startServer({ alone: true });
    expect((await register({ password: 'seven77' })).status).toBe(400);
    expect((await register({ password: 'x'.repeat(257) })).status).toBe(400);
    const odd = ` ${'ẞ🔑 \t'.repeat(40)}`;
    expect((await register({ password: odd })).status).toBe(200);
    expect((await login('Ada', odd)).status).toBe(200);
    expect((await login('Ada', odd.toLowerCase())).status).toBe(401);
    expect((await login('Ada', odd.slice(0, -1))).status).toBe(401);
  });

  test('unknown fields are refused', async () => {
    server = await startServer({ alone: true });
    for (const extra of [{ role: 'admin' }, { id: 'x' }, { isAdmin: true }]) {
      const answer = await register(extra);
      expect(answer.status).toBe(400);
      expect(await message(answer)).toContain('unknown field');
    }
    expect(await server.node.db.selectFrom('accounts').selectAll().execute()).toEqual([]);
  });

  test('a common password is refused with a sentence, and the same name may try again', async () => {
    server = await startServer({ alone: true });
    const refused = await register({ password: 'Password' });
    expect(refused.status).toBe(400);
    expect(await message(refused)).toContain('too common');
    expect((await register()).status).toBe(200);
  });

  test('a fresh server has no account', async () => {
    server = await startServer({ alone: true });
    expect(await server.node.db.selectFrom('accounts').selectAll().execute()).toEqual([]);
    expect((await login('admin', 'admin')).status).toBe(401);
  });

  test('the message names the field that is missing or wrong', async () => {
    server = await startServer({ alone: true });
    expect(await message(await register({ email: undefined }))).toBe('email is missing.');
    expect(await message(await register({ email: 'nobody' }))).toContain('email');
    expect(await message(await register({ sovereignLevel: 'S12' }))).toContain('S11.1');
    expect(await message(await register({ username: '   ' }))).toContain('username');
    expect(await message(await register({ username: { $gt: '' } }))).toContain('username');
  });

  test('a name with invisible characters is refused: it would look like another one', async () => {
    server = await startServer({ alone: true });
    for (const username of [
      'A\u200bda',
      'Ada\n',
      'A\u202eda',
      'Ada\u0000x',
      '\ud800',
      '\u3164',
      '\u2800',
    ])
      expect([username, (await register({ username: `${username}!` })).status]).toEqual([
        username,
        400,
      ]);
    expect((await register({ username: 'Åda Łovelace 🚀' })).status).toBe(200);
  });

  test('a name of letters that look like those of another script is refused', async () => {
    server = await startServer({ alone: true });
    const refused = [
      'r\u043e\u043et',
      '\u0410da',
      'ad\u03b1',
      '\u00b5ser',
      '\u13a0da',
      '\uff52\u043eot',
    ];
    for (const username of refused)
      expect([username, (await register({ username })).status]).toEqual([username, 400]);
    for (const username of ['Ада Лавлейс', 'Αλέξης 1', '山田たろう Taro', '김철수 Kim', 'עדה'])
      expect([username, (await register({ username })).status]).toEqual([username, 200]);
  });

  test('a name with markup characters is refused', async () => {
    server = await startServer({ alone: true });
    for (const username of ['<b>Ada</b>', 'a&amp;b', 'a"b', 'a`b', 'a<', 'a>']) {
      const answer = await register({ username });
      expect([username, answer.status]).toEqual([username, 400]);
      expect(await message(answer)).toBe('username must not contain < > & " or `.');
    }
    expect((await register({ username: "Ada O'Neil-Smith (ops) 100%" })).status).toBe(200);
  });

  test('is refused if the configuration closes registration', async () => {
    server = await startServer({ alone: true, env: { REGISTRATION: 'closed' } });
    expect((await register()).status).toBe(403);
  });
});

describe('signing in', () => {
  test('accepts the name in any case and finds everything after a restart', async () => {
    server = await startServer({ alone: true });
    await server.signUp('Ada');
    expect((await login('aDA', 'a long enough password')).status).toBe(200);
  });

  test('the session is 256 random bits and only its hash is stored', async () => {
    server = await startServer({ alone: true });
    const { cookie } = await server.signUp();
    const token = cookie.split('=')[1] ?? '';
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const [row] = await server.node.db.selectFrom('sessions').selectAll().execute();
    expect(row?.tokenHash).toMatch(/^[\da-f]{64}$/);
    expect(JSON.stringify(row)).not.toContain(token);
  });

  test('the cookie is HttpOnly, Lax, for the whole host, for thirty days', async () => {
    server = await startServer({ alone: true });
    const [cookie = ''] = (await register()).headers.getSetCookie();
    expect(cookie).toMatch(/^meridian-session=/);
    expect(cookie.split('; ').slice(1).sort()).toEqual(
      ['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax'].sort(),
    );
  });

  test('neither the session nor the password appears in a body or in the log', async () => {
    server = await startServer({ alone: true });
    const answer = await register();
    const cookie = cookieOf(answer) ?? '';
    const token = cookie.split('=')[1] ?? 'none';
    await server.call('/api/auth/session', { cookie });
    await server.call('/api/nowhere', { cookie });
    await login('Ada', 'the wrong password');
    await server.call('/api/auth/logout', { method: 'POST', cookie });
    expect(await answer.text()).not.toContain(token);
    const log = JSON.stringify(server.logged);
    expect(log).not.toContain(token);
    expect(log).not.toContain(REGISTRATION.password);
    expect(log).not.toContain('the wrong password');
  });

  test('every sign-in opens a new session and ends the one that came with the request', async () => {
    server = await startServer({ alone: true });
    const { cookie: old } = await server.signUp('Ada');
    const answer = await login('Ada', 'a long enough password', old);
    const fresh = cookieOf(answer) ?? '';
    expect(fresh).not.toBe(old);
    expect((await server.call('/api/auth/session', { cookie: old })).status).toBe(401);
    expect((await server.call('/api/auth/session', { cookie: fresh })).status).toBe(200);
  });

  test('a sign-in that fails on the server does not end the session that came with it', async () => {
    server = await startServer({ alone: true });
    const { cookie } = await server.signUp('Ada');
    const { sessions } = server.node;
    sessions.open = () => Promise.reject(new Error('database or disk is full'));
    expect((await login('Ada', 'a long enough password', cookie)).status).toBe(500);
    expect((await server.call('/api/auth/session', { cookie })).status).toBe(200);
  });

  test('a session id that the client invents is never adopted', async () => {
    server = await startServer({ alone: true });
    await server.signUp('Ada');
    const brought = `meridian-session=${'A'.repeat(43)}`;
    const answer = await login('Ada', 'a long enough password', brought);
    expect(cookieOf(answer)).not.toBe(brought);
    expect((await server.call('/api/auth/session', { cookie: brought })).status).toBe(401);
  });

  test('signing out ends the session at once and clears the cookie', async () => {
    server = await startServer({ alone: true });
    const { cookie } = await server.signUp();
    await server.call('/api/auth/session', { cookie });
    const answer = await server.call('/api/auth/logout', { method: 'POST', cookie });
    expect(answer.headers.getSetCookie()[0]).toContain('Max-Age=0');
    expect((await server.call('/api/auth/session', { cookie })).status).toBe(401);
    expect(await server.node.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  });

  test('a sign-out that names its account ends no other session, and its answer, which may be late, clears no cookie', async () => {
    server = await startServer({ alone: true });
    const { cookie } = await server.signUp('Ada');
    const signOut = (account: string) =>
      server.call(`/api/auth/logout?account=${account}`, { method: 'POST', cookie });
    const other = await signOut('Grace');
    expect([other.status, other.headers.getSetCookie()]).toEqual([200, []]);
    expect((await server.call('/api/auth/session', { cookie })).status).toBe(200);
    const own = await signOut('Ada');
    expect([own.status, own.headers.getSetCookie()]).toEqual([200, []]);
    expect((await server.call('/api/auth/session', { cookie })).status).toBe(401);
  });

  test('a session slides while it is used and expires when it is not', async () => {
    const day = 24 * 3600_000;
    let now = Date.parse('2026-11-20T12:00:00Z');
    server = await startServer({ alone: true, now: () => now });
    const { cookie } = await server.signUp();
    now += 29 * day;
    const used = await server.call('/api/auth/session', { cookie });
    expect(used.status).toBe(200);
    expect(cookieOf(used)).toBe(cookie);
    now += 29 * day;
    expect((await server.call('/api/auth/session', { cookie })).status).toBe(200);
    now += 31 * day;
    expect((await server.call('/api/auth/session', { cookie })).status).toBe(401);
  });

  test('a session ends so long after its sign-in, however often it is used', async () => {
    const day = 24 * 3600_000;
    let now = Date.parse('2026-11-20T12:00:00Z');
    const env = { SESSION_DAYS: '7', SESSION_MAX_DAYS: '10' };
    server = await startServer({ alone: true, now: () => now, env });
    const { cookie } = await server.signUp();
    for (const days of [5, 4]) {
      now += days * day;
      expect((await server.call('/api/auth/session', { cookie })).status).toBe(200);
    }
    now += 2 * day;
    expect((await server.call('/api/auth/session', { cookie })).status).toBe(401);
  });

  test('an unknown name and a wrong password get the same answer', async () => {
    server = await startServer({ alone: true });
    await server.signUp('Ada');
    const wrong = await login('Ada', 'the wrong password');
    const unknown = await login('Nobody', 'the wrong password');
    expect(unknown.status).toBe(wrong.status);
    expect(await unknown.text()).toBe(await wrong.text());
  });

  test('successes and failures are logged, in UTC, on one line each', async () => {
    server = await startServer({ alone: true });
    await server.signUp('Ada');
    await login('Ada', 'wrong');
    await login('Ada\n{"level":"fatal"}', 'wrong');
    const said = server.logged.map((line) => line.msg);
    expect(said.filter((msg) => msg === 'signed in')).toHaveLength(1);
    expect(server.logged.filter(({ msg }) => msg === 'login failed')).toMatchObject([
      { account: 'Ada', address: '127.0.0.1', reason: 'wrong password' },
      { account: null, address: '127.0.0.1', reason: 'unknown account' },
    ]);
    expect(server.logged.every((line) => /Z$/.test(String(line.time)))).toBe(true);
    expect(server.logged.some((line) => line.level === 'fatal')).toBe(false);
  });
});
