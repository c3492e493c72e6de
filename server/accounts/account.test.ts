import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CLOSE } from '../../contract/live.ts';
import { type AccountDetails, AccountSchema } from '../../contract/shapes/people.ts';
import { openConsole } from '../../tests/server/console.ts';
import { cookieOf, startServer, type TestServer } from '../../tests/server/start-server.ts';
import { verifyAudit } from '../audit/rows/audit-verify.ts';

const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
const NEXT = 'another long password';

let server: TestServer;
let now: number;
let ada: { cookie: string; password: string };
beforeEach(async () => {
  now = Date.now();
  server = await startServer({ alone: true, now: () => now });
  ada = await server.signUp('Ada');
});
afterEach(() => server.close());

async function signIn(username = 'Ada', password = ada.password): Promise<string> {
  const json = { username, password };
  const headers = { 'user-agent': PHONE };
  return cookieOf(await server.call('/api/auth/login', { json, headers })) ?? '';
}

async function accountOf(cookie: string): Promise<AccountDetails> {
  const answer = await server.call('/api/account', { cookie });
  return AccountSchema.parse(await answer.json());
}

const statusOf = async (cookie: string) =>
  (await server.call('/api/auth/session', { cookie })).status;
const audited = async () => {
  const rows = await server.node.db.selectFrom('audit').selectAll().orderBy('id').execute();
  expect(await verifyAudit(server.node.db)).toMatchObject({ ok: true });
  return rows.map(({ action, actor, target, detail }) => [action, actor, target, detail]);
};
const changePassword = (cookie: string, password: string, next = NEXT) =>
  server.call('/api/account/password', { cookie, json: { password, next } });

describe('the account page', () => {
  test('names the devices, newest use first, and marks the one that asks', async () => {
    now += 60_000;
    const phone = await signIn();
    const own = await accountOf(phone);
    expect(own).toMatchObject({
      ...{ username: 'Ada', email: 'operator@mesh.example', role: 'admin', source: 'local' },
      ...{ passkeys: [], codesSince: null, recoveryCodesLeft: 0, tokens: [] },
      secondFactorRequired: false,
      confirmedUntil: now + 15 * 60_000,
    });
    expect(own.sessions).toMatchObject([
      { browser: 'Chrome on Android', address: '127.0.0.1', lastSeenAt: now, current: true },
      { browser: 'node', current: false },
    ]);
    const [row] = await server.node.db.selectFrom('sessions').select('tokenHash').execute();
    expect(own.sessions.map(({ id }) => id)).toContain(row?.tokenHash.slice(0, 16));
    expect(JSON.stringify(own)).not.toContain(row?.tokenHash);
  });

  test('is of nobody else', async () => {
    const { cookie } = await server.signUp('Grace');
    expect((await accountOf(cookie)).sessions).toHaveLength(1);
    const [session] = (await accountOf(ada.cookie)).sessions;
    const path = `/api/account/sessions/${session?.id}`;
    expect((await server.call(path, { method: 'DELETE', cookie })).status).toBe(404);
    expect(await statusOf(ada.cookie)).toBe(200);
  });
});

describe('a new password', () => {
  test('ends the other sessions, with their sockets, and keeps this one', async () => {
    const phone = await signIn();
    const live = await openConsole(server.url, { cookie: phone });
    expect((await changePassword(ada.cookie, ada.password)).status).toBe(200);
    expect(await live.closed).toBe(CLOSE.signIn);
    expect([await statusOf(phone), await statusOf(ada.cookie)]).toEqual([401, 200]);
    expect(await signIn('Ada', ada.password)).toBe('');
    expect(await signIn('Ada', NEXT)).not.toBe('');
    expect(await audited()).toContainEqual([
      ...['password.changed', 'Ada', 'Ada', 'ended 1 other sessions'],
    ]);
  });

  test('needs the present one, and is judged like one of a sign-up', async () => {
    expect((await changePassword(ada.cookie, 'wrong password')).status).toBe(400);
    expect((await changePassword(ada.cookie, ada.password, ada.password)).status).toBe(400);
    expect((await changePassword(ada.cookie, ada.password, 'password')).status).toBe(400);
    expect((await changePassword(ada.cookie, ada.password, 'short')).status).toBe(400);
    expect(await signIn()).not.toBe('');
    expect(await audited()).toContainEqual(['identity.refused', 'Ada', 'Ada', 'wrong password']);
  });

  test('cannot be tried without end with a stolen session', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++)
      statuses.push((await changePassword(ada.cookie, `wrong password ${i}`)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
    expect((await changePassword(await signIn(), ada.password)).status).toBe(200);
  });

  test('of two changes at the same moment one wins, and the other says so', async () => {
    const answers = await Promise.all([
      changePassword(ada.cookie, ada.password, 'a first new password'),
      changePassword(ada.cookie, ada.password, 'a second new password'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

test('a new e-mail is in the session at once', async () => {
  const json = { email: 'ada@new.example' };
  const answer = await server.call('/api/account/email', { cookie: ada.cookie, json });
  expect(answer.status).toBe(200);
  const session = await server.call('/api/auth/session', { cookie: ada.cookie });
  expect(await session.json()).toMatchObject({ user: json });
  expect(JSON.stringify(await audited())).not.toContain('new.example');
});

describe('signing devices out', () => {
  test('ends one session and closes its socket', async () => {
    const phone = await signIn();
    const live = await openConsole(server.url, { cookie: phone });
    const other = (await accountOf(ada.cookie)).sessions.find(({ current }) => !current);
    const path = `/api/account/sessions/${other?.id}`;
    const answer = await server.call(path, { method: 'DELETE', cookie: ada.cookie });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []]);
    expect(await live.closed).toBe(CLOSE.signIn);
    expect([await statusOf(phone), await statusOf(ada.cookie)]).toEqual([401, 200]);
    expect(await audited()).toContainEqual([
      ...['session.ended', 'Ada', 'Ada', 'Chrome on Android, 127.0.0.1'],
    ]);
    expect((await server.call(path, { method: 'DELETE', cookie: ada.cookie })).status).toBe(404);
  });

  test('of all devices ends this one too, and clears no cookie: the answer may be late', async () => {
    const phone = await signIn();
    const live = await openConsole(server.url, { cookie: phone });
    const answer = await server.call('/api/account/sessions', {
      method: 'DELETE',
      cookie: ada.cookie,
    });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await live.closed).toBe(CLOSE.signIn);
    expect([await statusOf(phone), await statusOf(ada.cookie)]).toEqual([401, 401]);
  });
});

describe('deleting the account', () => {
  const remove = (cookie: string) => server.call('/api/account', { method: 'DELETE', cookie });

  test('erases it and signs it out; its name stays taken and its activity readable', async () => {
    const grace = await server.signUp('Grace');
    const live = await openConsole(server.url, { cookie: grace.cookie });
    expect((await remove(grace.cookie)).status).toBe(200);
    expect(await live.closed).toBe(CLOSE.signIn);
    expect(await statusOf(grace.cookie)).toBe(401);
    expect(await signIn('Grace', grace.password)).toBe('');
    await expect(server.signUp('grace')).rejects.toThrow('taken');
    const [row] = await server.node.db
      .selectFrom('accounts')
      .selectAll()
      .where('username', '=', 'Grace')
      .execute();
    expect(row).toMatchObject({ email: '', passwordHash: '', deletedAt: now });
    const activity = await server.call('/api/activity/logs', { cookie: ada.cookie });
    expect(await activity.text()).toContain('Grace deleted their account');
    expect(await audited()).toContainEqual(['account.deleted', 'Grace', 'Grace', '']);
  });

  test('is refused to the last admin, who stays signed in', async () => {
    const answer = await remove(ada.cookie);
    expect(answer.status).toBe(409);
    expect((await answer.json()).message).toMatch(/last admin/);
    expect(await statusOf(ada.cookie)).toBe(200);
  });

  test('needs somebody who has just proved who they are', async () => {
    await server.node.db.updateTable('sessions').set({ provenAt: 0 }).execute();
    server.node.sessions.refresh();
    const answer = await remove(ada.cookie);
    expect([answer.status, await answer.json()]).toMatchObject([403, { confirm: {} }]);
  });
});
