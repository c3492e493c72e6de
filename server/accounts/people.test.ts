import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CLOSE } from '../../contract/live.ts';
import type { Person } from '../../contract/shapes/people.ts';
import { uploaded } from '../../tests/server/bundles/uploads/upload-client.ts';
import { openConsole } from '../../tests/server/console.ts';
import {
  auditOf,
  type Member,
  messageOf,
  PASSWORD,
  signUp,
  startTeam,
} from '../../tests/server/people/team.ts';
import type { TestServer } from '../../tests/server/start-server.ts';

let server: TestServer;
let ada: Member;
let grace: Member;
let edith: Member;

beforeEach(async () => {
  const started = await startTeam(['Ada', 'Grace', 'Edith']);
  server = started.server;
  [ada, grace, edith] = started.team as [Member, Member, Member];
});
afterEach(() => server.close());

const change = (who: Member, json: object, by = ada) =>
  server.call(`/api/people/${who.id}`, { cookie: by.cookie, json });
const remove = (path: string, by = ada) =>
  server.call(`/api/people/${path}`, { method: 'DELETE', cookie: by.cookie });
const people = async (): Promise<Person[]> =>
  (await server.call('/api/people', { cookie: ada.cookie })).json();
const personOf = async ({ id }: Member) => (await people()).find((one) => one.id === id);
const sessionOf = (who: Member) => server.call('/api/auth/session', { cookie: who.cookie });
const login = (username: string) =>
  server.call('/api/auth/login', { json: { username, password: PASSWORD } });
const auditTail = async () =>
  (await auditOf(server)).filter((row) => !/^(sign-in|account.created)/.test(row));

test('lists everybody by name, with role, sessions and when they were last seen', async () => {
  await login('Grace');
  expect(await people()).toMatchObject([
    { username: 'Ada', role: 'admin', sessions: 1, source: 'local', disabledAt: null },
    { username: 'Edith', role: 'operator', sessions: 1, secondFactor: false },
    { username: 'Grace', role: 'operator', sessions: 2, lastSeenAt: expect.any(Number) },
  ]);
  expect(JSON.stringify(await people())).not.toContain('argon2');
});

describe('a role', () => {
  test('holds from the next request on, without a new sign-in', async () => {
    expect((await change(grace, { role: 'viewer' })).status).toBe(200);
    expect(await (await sessionOf(grace)).json()).toMatchObject({ role: 'viewer' });
    const refused = await server.call('/api/system/sync', { method: 'POST', cookie: grace.cookie });
    expect(refused.status).toBe(403);
    expect(await auditTail()).toEqual(['role.changed Grace operator to viewer']);
  });

  test('of the last admin stays, whoever asks', async () => {
    const refused = await change(ada, { role: 'operator' });
    expect(refused.status).toBe(409);
    expect(await messageOf(refused)).toContain('Ada is the last admin');
    expect((await change(ada, { disabled: true })).status).toBe(409);
    expect((await change(ada, { role: 'viewer', disabled: false })).status).toBe(409);
    await change(grace, { role: 'admin' });
    await change(grace, { disabled: true });
    expect((await change(ada, { role: 'operator' })).status).toBe(409);
    expect((await personOf(ada))?.role).toBe('admin');
  });

  test('of three admins who demote each other at the same moment one is left', async () => {
    await change(grace, { role: 'admin' });
    await change(edith, { role: 'admin' });
    await Promise.all([ada, grace, edith].map(sessionOf));
    const answers = await Promise.all([
      change(grace, { role: 'operator' }, ada),
      change(edith, { role: 'viewer' }, grace),
      change(ada, { disabled: true }, edith),
    ]);
    // Each was allowed to ask; who was demoted or disabled before may be refused for that instead.
    for (const { status } of answers) expect([200, 401, 403, 409]).toContain(status);
    const admins = await server.node.db
      .selectFrom('accounts')
      .select('id')
      .where('role', '=', 'admin')
      .where('disabledAt', 'is', null)
      .execute();
    expect(admins).toHaveLength(1);
  });
});

describe('a disabled account', () => {
  test('is signed out at once, with its live socket, and cannot sign in until it is enabled', async () => {
    const socket = await openConsole(server.url, { cookie: grace.cookie });
    expect((await change(grace, { disabled: true })).status).toBe(200);
    expect(await socket.closed).toBe(CLOSE.signIn);
    expect((await sessionOf(grace)).status).toBe(401);
    expect((await login('Grace')).status).toBe(403);
    expect(await personOf(grace)).toMatchObject({ disabledAt: expect.any(Number), sessions: 0 });
    await change(grace, { disabled: false });
    expect((await login('Grace')).status).toBe(200);
    expect(await auditTail()).toEqual(['account.disabled Grace', 'account.enabled Grace']);
  });

  test('says so only to who knows its password', async () => {
    await change(grace, { disabled: true });
    const answerTo = async (username: string, password: string) => {
      const json = { username, password };
      const answer = await server.call('/api/auth/login', { json });
      const cookies = answer.headers.getSetCookie().filter((one) => !/Max-Age=0/.test(one));
      return { status: answer.status, cookies, said: await answer.json() };
    };
    const unknown = await answerTo('Nobody', 'a wrong password');
    expect(unknown).toMatchObject({ status: 401, cookies: [] });
    expect(await answerTo('Grace', 'a wrong password')).toEqual(unknown);
    expect(await answerTo('Edith', 'a wrong password')).toEqual(unknown);
    const { said, ...known } = await answerTo('Grace', PASSWORD);
    expect(known).toEqual({ status: 403, cookies: [] });
    expect(said.message).toBe('This account is disabled. Please ask an admin.');
  });
});

describe('a deleted account', () => {
  test('keeps its name, its activity and nothing else', async () => {
    const socket = await openConsole(server.url, { cookie: grace.cookie });
    expect((await remove(grace.id)).status).toBe(200);
    expect(await socket.closed).toBe(CLOSE.signIn);
    expect((await sessionOf(grace)).status).toBe(401);
    expect((await login('Grace')).status).toBe(401);
    expect((await signUp(server, 'GRACE')).status).toBe(409);
    expect(await personOf(grace)).toBeUndefined();
    const row = await server.node.db
      .selectFrom('accounts')
      .selectAll()
      .where('id', '=', grace.id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ username: 'Grace', email: '', passwordHash: '' });
    const logs = await server.call('/api/activity/logs', { cookie: ada.cookie });
    expect(JSON.stringify(await logs.json())).toContain('Grace signed up');
    const sessions = await server.node.db.selectFrom('sessions').selectAll().execute();
    expect(sessions.filter(({ accountId }) => accountId === grace.id)).toEqual([]);
    expect((await remove(grace.id)).status).toBe(404);
    expect(await auditTail()).toEqual(['account.deleted Grace']);
  });

  test('leaves its bundles and the activity about them to the others, with the name', async () => {
    await server.close();
    const started = await startTeam(['Ada', 'Grace'], { alone: false });
    server = started.server;
    [ada, grace] = started.team as [Member, Member];
    const { id } = await uploaded(server, grace.cookie, { filename: 'feature-9.zip' });
    await remove(grace.id);
    const read = async (path: string) => (await server.call(path, { cookie: ada.cookie })).json();
    const kept = { id, name: 'feature-9.zip', uploadedBy: 'Grace' };
    expect(await read(`/api/zip/bundles/${id}`)).toMatchObject(kept);
    expect(await read('/api/zip/bundles')).toContainEqual(expect.objectContaining({ id }));
    expect(JSON.stringify(await read('/api/activity/logs'))).toContain('Grace signed up');
    expect((await signUp(server, 'Grace')).status).toBe(409);
  });

  test("is nobody's own by this call", async () => {
    await change(grace, { role: 'admin' });
    expect((await remove(ada.id)).status).toBe(409);
    expect((await sessionOf(ada)).status).toBe(200);
  });
});

test('signing somebody out ends all of their sessions', async () => {
  await login('Grace');
  expect((await remove(`${grace.id}/sessions`)).status).toBe(200);
  expect((await sessionOf(grace)).status).toBe(401);
  expect((await personOf(grace))?.sessions).toBe(0);
  expect((await sessionOf(edith)).status).toBe(200);
  expect(await auditTail()).toEqual(['session.ended Grace all']);
});

test('a lost second factor can be removed, which signs out', async () => {
  const { db } = server.node;
  const set = { totpSecret: 'encrypted', totpSince: 1 };
  await db.updateTable('accounts').set(set).where('id', '=', grace.id).execute();
  const code = { accountId: grace.id, codeHash: 'x' };
  await db.insertInto('recoveryCodes').values(code).execute();
  expect((await personOf(grace))?.secondFactor).toBe(true);
  expect((await remove(`${grace.id}/second-factor`)).status).toBe(200);
  expect((await sessionOf(grace)).status).toBe(401);
  expect((await personOf(grace))?.secondFactor).toBe(false);
  expect(await db.selectFrom('recoveryCodes').selectAll().execute()).toEqual([]);
  expect((await remove(`${grace.id}/second-factor`)).status).toBe(409);
});

test('nobody of an unknown id, and no empty change', async () => {
  const nobody = { ...grace, id: 'nobody' };
  expect((await change(nobody, { role: 'viewer' })).status).toBe(404);
  expect((await change(grace, {})).status).toBe(400);
  expect((await change(grace, { role: 'owner' })).status).toBe(400);
  for (const path of ['nobody', 'nobody/sessions', 'nobody/second-factor'])
    expect((await remove(path)).status).toBe(404);
});

test('admins get changes of the list live; others get only their numbers', async () => {
  const admin = await openConsole(server.url, { cookie: ada.cookie });
  const operator = await openConsole(server.url, { cookie: edith.cookie });
  await change(grace, { role: 'viewer' });
  const { seq, data } = await admin.waitFor(({ key }) => String(key) === 'api,people');
  expect(data).toContainEqual(expect.objectContaining({ username: 'Grace', role: 'viewer' }));
  const hidden = await operator.waitFor((message) => message.seq === seq);
  expect(hidden).toMatchObject({ key: [], data: null });
  for (const { socket } of [admin, operator]) socket.close();
});

test('the settings demand a second factor by role, at once', async () => {
  const settings = (by: Member, json?: object) =>
    server.call('/api/settings/access', { cookie: by.cookie, ...(json && { json }) });
  expect(await (await settings(ada)).json()).toEqual({
    ...{ registration: 'open', signUpRole: 'operator', exposed: false, oidc: null },
    ...{ secondFactorFor: [], auditDays: 365 },
  });
  const json = { secondFactorFor: ['operator', 'viewer', 'operator'], auditDays: 90 };
  expect((await settings(ada, json)).status).toBe(200);
  expect(await (await settings(ada)).json()).toMatchObject({
    ...{ secondFactorFor: ['viewer', 'operator'], auditDays: 90 },
  });
  expect(await (await sessionOf(grace)).json()).toMatchObject({ mustEnrol: true });
  expect((await server.call('/api/dashboard/stats', { cookie: grace.cookie })).status).toBe(403);
  expect(await (await sessionOf(ada)).json()).toMatchObject({ mustEnrol: false });
  expect((await settings(grace, json)).status).toBe(403);
  expect((await settings(ada, { ...json, auditDays: 1 })).status).toBe(400);
  expect(await auditTail()).toEqual([
    'settings.changed access second factor for: viewer, operator; audit log: 90 days',
  ]);
});
