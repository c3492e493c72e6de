import { afterEach, describe, expect, test } from 'vitest';
import { messageOf, PASSWORD, signUp } from '../../tests/server/people/team.ts';
import { cookieOf, startServer, type TestServer } from '../../tests/server/start-server.ts';
import { temporaryDir } from '../../tests/server/temporary-dir.ts';

let server: TestServer;
afterEach(() => server.close());

const rolesOf = async () => {
  const rows = await server.node.db.selectFrom('accounts').select('role').execute();
  return rows.map(({ role }) => role).sort();
};

describe('roles', () => {
  test.each([
    [{ HOST: '127.0.0.1' }, 'operator'],
    [{ HOST: '0.0.0.0' }, 'viewer'],
    [{ TRUSTED_PROXIES: '1' }, 'viewer'],
    [{ HOST: '0.0.0.0', SIGNUP_ROLE: 'operator' }, 'operator'],
    [{ SIGNUP_ROLE: 'viewer' }, 'viewer'],
  ] as const)('with %o the second account is %s', async (env, role) => {
    server = await startServer({ alone: true, env });
    await server.signUp('Ada');
    await server.signUp('Grace');
    expect(await rolesOf()).toEqual(['admin', role]);
  });
});

test('the sign-up page learns that nobody has an account yet, and then the admin that nobody else has', async () => {
  server = await startServer({ alone: true });
  const options = async () => (await server.call('/api/auth/options')).json();
  expect(await options()).toMatchObject({ registration: 'open', firstAccount: true });
  const { cookie } = await server.signUp('Ada');
  expect(await options()).toMatchObject({ registration: 'open', firstAccount: false });
  const session = async () => (await server.call('/api/auth/session', { cookie })).json();
  expect(await session()).toMatchObject({ role: 'admin', onlyAccount: true });
  await server.signUp('Grace');
  expect(await session()).toMatchObject({ onlyAccount: false });
});

describe('REGISTRATION', () => {
  test('closed: nobody signs up, with an invitation either', async () => {
    server = await startServer({ alone: true, env: { REGISTRATION: 'closed' } });
    for (const more of [{}, { invitation: 'anything' }]) {
      const answer = await signUp(server, 'Ada', more);
      expect(answer.status).toBe(403);
      expect(await messageOf(answer)).toBe('Registration is closed.');
    }
    const json = { invitation: 'anything' };
    expect((await server.call('/api/auth/invitation', { json })).status).toBe(410);
  });

  test('invite: nobody signs up without one, the first account neither', async () => {
    server = await startServer({ alone: true, env: { REGISTRATION: 'invite' } });
    const without = await signUp(server, 'Ada');
    expect(without.status).toBe(403);
    expect(await messageOf(without)).toContain('needs an invitation');
    expect((await signUp(server, 'Ada', { invitation: 'invented' })).status).toBe(410);
    expect(await rolesOf()).toEqual([]);
  });
});

test('invite: who has an invitation signs up', async () => {
  const env = { DATA_DIR: await temporaryDir() };
  server = await startServer({ alone: true, env });
  const { cookie } = await server.signUp('Ada');
  await server.close();
  server = await startServer({ alone: true, env: { ...env, REGISTRATION: 'invite' } });
  const json = { role: 'operator', hours: 1, note: '' };
  const made = await server.call('/api/invitations', { cookie, json });
  const { secret } = await made.json();
  expect((await signUp(server, 'Grace', { invitation: secret })).status).toBe(200);
  expect((await signUp(server, 'Edith', { invitation: secret })).status).toBe(410);
  expect((await signUp(server, 'Edith')).status).toBe(403);
});

describe('open registration', () => {
  const warnings = async () => {
    const { cookie } = await server.signUp();
    const rows = await (await server.call('/api/activity/logs', { cookie })).json();
    return rows.filter(({ severity }: { severity: string }) => severity === 'warning');
  };

  test('is warned of in the activity log once a start when other machines reach the node', async () => {
    server = await startServer({ alone: true, env: { HOST: '0.0.0.0' } });
    expect(await warnings()).toMatchObject([{ message: expect.stringContaining('REGISTRATION') }]);
  });

  test('is not warned of on loopback', async () => {
    server = await startServer({ alone: true });
    expect(await warnings()).toEqual([]);
  });
});

describe('a password', () => {
  test.each([
    'Grace-Hopper',
    'grace-hopper1',
    '!!GRACE-HOPPER!!',
    'g.hopper@mesh.example',
    'g.hopper2026',
    'meridian-2026!',
  ])('%s is refused: it is a name that others know', async (password) => {
    server = await startServer({ alone: true });
    const answer = await signUp(server, 'Grace-Hopper', {
      ...{ email: 'g.hopper@mesh.example', password },
    });
    expect(answer.status).toBe(400);
    expect(await messageOf(answer)).toContain('name that others know');
  });

  test.each(['grace-hopper likes ships', 'aaaaaaab', '日本語のパスワード', PASSWORD])(
    '%s is accepted: there are no rules on its characters',
    async (password) => {
      server = await startServer({ alone: true });
      const answer = await signUp(server, 'Grace-Hopper', { password });
      expect(answer.status).toBe(200);
      expect(cookieOf(answer)).toBeDefined();
    },
  );
});
