import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../contract/limits.ts';
import {
  auditOf,
  type Member,
  messageOf,
  signUp,
  startTeam,
} from '../../tests/server/people/team.ts';
import { cookieOf, type TestServer } from '../../tests/server/start-server.ts';

let server: TestServer;
let ada: Member;
let now = Date.parse('2026-11-23T12:00:00Z');

beforeEach(async () => {
  const configure = (config: TestServer['config']) => ({
    ...config,
    signUpRole: 'viewer' as const,
  });
  const started = await startTeam(['Ada'], { now: () => now, configure });
  server = started.server;
  [ada = { id: '', username: '', cookie: '' }] = started.team;
});
afterEach(() => server.close());

const invite = (json: object = {}) =>
  server.call('/api/invitations', {
    cookie: ada.cookie,
    json: { role: 'operator', hours: 24, note: 'for Grace', ...json },
  });
const secretOf = async (answer: Response) => (await answer.json()).secret as string;
const check = (invitation: string) => server.call('/api/auth/invitation', { json: { invitation } });
const list = async () => (await server.call('/api/invitations', { cookie: ada.cookie })).json();

describe('an invitation', () => {
  test('gives its role to who signs up with it, once', async () => {
    const secret = await secretOf(await invite());
    expect(await (await check(secret)).json()).toEqual({
      role: 'operator',
      expiresAt: now + 24 * HOUR_MS,
    });
    const answer = await signUp(server, 'Grace', { invitation: secret });
    expect(answer.status).toBe(200);
    const cookie = cookieOf(answer) ?? '';
    const session = await (await server.call('/api/auth/session', { cookie })).json();
    expect(session.role).toBe('operator');
    expect((await check(secret)).status).toBe(410);
    const again = await signUp(server, 'Edith', { invitation: secret });
    expect(again.status).toBe(410);
    expect(await messageOf(again)).toContain('ask for a new one');
    expect(await list()).toMatchObject([{ usedBy: 'Grace', usedAt: now, createdBy: 'Ada' }]);
  });

  test('is used by exactly one of ten who sign up at the same moment; the others get no account', async () => {
    const secret = await secretOf(await invite());
    const names = Array.from({ length: 10 }, (_, i) => `guest-${i}`);
    const answers = await Promise.all(
      names.map((name) => signUp(server, name, { invitation: secret })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 410)]);
    expect(await server.node.db.selectFrom('accounts').select('id').execute()).toHaveLength(2);
  });

  test('is not used up by a name that is taken or a password that is refused', async () => {
    const secret = await secretOf(await invite());
    expect((await signUp(server, 'ADA', { invitation: secret })).status).toBe(409);
    const weak = { invitation: secret, password: 'password1' };
    expect((await signUp(server, 'Grace', weak)).status).toBe(400);
    expect((await check(secret)).status).toBe(200);
  });

  test('expires', async () => {
    const secret = await secretOf(await invite({ hours: 1 }));
    now += HOUR_MS;
    expect((await check(secret)).status).toBe(410);
    expect((await signUp(server, 'Grace', { invitation: secret })).status).toBe(410);
    expect(await list()).toHaveLength(1);
    now += 29 * 24 * HOUR_MS;
    expect(await list()).toHaveLength(1);
    now += 24 * HOUR_MS;
    expect(await list()).toEqual([]);
  });

  test('can be revoked until it is used', async () => {
    const secret = await secretOf(await invite());
    const [{ id }] = await list();
    const revoke = (id: string) =>
      server.call(`/api/invitations/${id}`, { method: 'DELETE', cookie: ada.cookie });
    expect((await revoke(id)).status).toBe(200);
    expect((await revoke(id)).status).toBe(404);
    expect((await check(secret)).status).toBe(410);
    const used = await secretOf(await invite());
    await signUp(server, 'Grace', { invitation: used });
    const [{ id: usedId }] = await list();
    expect((await revoke(usedId)).status).toBe(404);
    expect(await list()).toHaveLength(1);
  });

  test('is stored as a hash only, and its secret is in no log', async () => {
    const secret = await secretOf(await invite());
    await check(secret);
    await check('a guess');
    const rows = await server.node.db.selectFrom('invitations').selectAll().execute();
    expect(rows[0]?.tokenHash).toMatch(/^[\da-f]{64}$/);
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    const audit = await server.node.db.selectFrom('audit').selectAll().execute();
    expect(JSON.stringify([rows, audit, server.logged, await list()])).not.toContain(secret);
  });

  test('is recorded in the audit log: made, used, revoked', async () => {
    await signUp(server, 'Grace', { invitation: await secretOf(await invite()) });
    now += 1000;
    await invite({ role: 'admin', note: 'for Edith' });
    const [{ id }] = await list();
    await server.call(`/api/invitations/${id}`, { method: 'DELETE', cookie: ada.cookie });
    expect((await auditOf(server)).filter((row) => !row.startsWith('sign-in'))).toEqual([
      'account.created Ada admin',
      'invitation.created for Grace operator, for 24 h',
      'account.created Grace operator, by invitation',
      'invitation.created for Edith admin, for 24 h',
      'invitation.removed for Edith admin',
    ]);
  });

  test('no longer holds when who made it is no admin any more', async () => {
    const secret = await secretOf(await invite());
    const grace = cookieOf(
      await signUp(server, 'Grace', {
        invitation: await secretOf(await invite({ role: 'admin' })),
      }),
    );
    const demote = { cookie: grace ?? '', json: { role: 'operator' } };
    expect((await server.call(`/api/people/${ada.id}`, demote)).status).toBe(200);
    expect((await check(secret)).status).toBe(410);
  });
});

test('at most a hundred invitations are open', async () => {
  const rows = Array.from({ length: 100 }, (_, i) => ({
    ...{ id: `${i}`, tokenHash: `${i}`, role: 'viewer', note: '', createdBy: 'Ada' },
    ...{ createdAt: now, expiresAt: now + HOUR_MS },
  }));
  await server.node.db.insertInto('invitations').values(rows).execute();
  const refused = await invite();
  expect(refused.status).toBe(409);
  expect(await messageOf(refused)).toContain('100 open invitations');
  await server.node.db.deleteFrom('invitations').where('id', '=', '7').execute();
  expect((await invite()).status).toBe(200);
  expect((await invite()).status).toBe(409);
});

test('an account makes at most 60 invitations an hour', async () => {
  const statuses = [];
  for (let i = 0; i < 61; i++) statuses.push((await invite()).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  expect(statuses[60]).toBe(429);
});

test('guessing is limited by address', async () => {
  const answers = await Promise.all(Array.from({ length: 110 }, (_, i) => check(`guess-${i}`)));
  expect(answers.filter(({ status }) => status === 410)).toHaveLength(100);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
});
