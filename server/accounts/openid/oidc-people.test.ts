import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../../../contract/shapes/people.ts';
import { type OidcRig, startOidc } from '../../../tests/server/oidc/oidc-rig.ts';
import { auditOf } from '../../../tests/server/people/team.ts';
import { addToken, callWith } from '../../../tests/server/tokens/token-rig.ts';

let rig: OidcRig;
afterEach(() => rig.close());

const as = (...groups: string[]) => ({
  preferred_username: 'ada',
  email: 'ada@mesh.example',
  groups,
});
const roles = async () => (await rig.accounts()).map(({ username, role }) => [username, role]);
const isSignedIn = async (cookie = '') =>
  (await rig.server.call('/api/auth/session', { cookie })).status === 200;

describe('with roles by group', () => {
  let admin: string;
  beforeEach(async () => {
    rig = await startOidc();
    admin = (await rig.server.signUp('local-admin')).cookie;
  });

  const personOf = async (username: string): Promise<Person | undefined> =>
    (await (await rig.server.call('/api/people', { cookie: admin })).json()).find(
      (one: Person) => one.username === username,
    );
  const disable = async (username: string) =>
    rig.server.call(`/api/people/${(await personOf(username))?.id}`, {
      cookie: admin,
      json: { disabled: true },
    });

  test('the highest role of the groups counts, and it changes at the next sign-in', async () => {
    rig.provider.people.set('sub-ada', as('mesh-operators', 'mesh-admins'));
    const first = await rig.signIn('sub-ada');
    expect(await roles()).toEqual([
      ['local-admin', 'admin'],
      ['ada', 'admin'],
    ]);
    rig.provider.people.set('sub-ada', as('mesh-operators'));
    await rig.signIn('sub-ada');
    expect(await roles()).toEqual([
      ['local-admin', 'admin'],
      ['ada', 'operator'],
    ]);
    const audit = await rig.server.call('/api/audit', { cookie: first.session ?? '' });
    expect(audit.status).toBe(403);
    const row = await rig.server.node.db
      .selectFrom('audit')
      .select(['actor', 'target', 'detail'])
      .where('action', '=', 'role.changed')
      .executeTakeFirstOrThrow();
    const detail = 'admin to operator; groups at the OpenID provider';
    expect(row).toEqual({ actor: 'ada', target: 'ada', detail });
  });

  test('the last admin is not demoted', async () => {
    rig.provider.people.set('sub-ada', as('mesh-admins'));
    await rig.signIn('sub-ada');
    await rig.server.node.db
      .updateTable('accounts')
      .set({ role: 'operator' })
      .where('username', '=', 'local-admin')
      .execute();
    rig.provider.people.set('sub-ada', as('mesh-operators'));
    expect((await rig.signIn('sub-ada')).session).toBeDefined();
    expect(await roles()).toEqual([
      ['local-admin', 'operator'],
      ['ada', 'admin'],
    ]);
  });

  test('who is in no group with a role is refused, and gets no account', async () => {
    rig.provider.people.set('sub-ada', as('staff'));
    const end = await rig.signIn('sub-ada');
    expect([end.location, end.session]).toEqual(['/login?problem=no-role', undefined]);
    expect(await roles()).toEqual([['local-admin', 'admin']]);
  });

  test('who is no admin any more leaves no invitation behind', async () => {
    rig.provider.people.set('sub-ada', as('mesh-admins'));
    const { session: cookie = '' } = await rig.signIn('sub-ada');
    const json = { role: 'admin', hours: 1, note: 'a way back' };
    const invited = await rig.server.call('/api/invitations', { cookie, json });
    expect(invited.status).toBe(200);
    rig.provider.people.set('sub-ada', as('mesh-operators'));
    await rig.signIn('sub-ada');
    expect(await rig.server.node.db.selectFrom('invitations').selectAll().execute()).toEqual([]);
  });

  describe('who left their groups', () => {
    let token: string;
    let session: string;
    const read = async () => (await callWith(rig.server, token, '/api/dashboard/stats')).status;

    beforeEach(async () => {
      rig.provider.people.set('sub-ada', as('mesh-operators'));
      session = (await rig.signIn('sub-ada')).session ?? '';
      token = await addToken(rig.server, { cookie: session, username: 'ada' });
      expect([await isSignedIn(session), await read()]).toEqual([true, 200]);
      rig.provider.people.set('sub-ada', as());
    });

    test('is refused, and their account is disabled until the provider gives it a role again', async () => {
      expect((await rig.signIn('sub-ada')).location).toBe('/login?problem=no-role');
      expect([await isSignedIn(session), await read()]).toEqual([false, 401]);
      // A passkey would not open it either: nothing opens a disabled account.
      expect(await personOf('ada')).toMatchObject({ disabledAt: expect.any(Number) });
      expect((await rig.signIn('sub-ada')).location).toBe('/login?problem=no-role');
      rig.provider.people.set('sub-ada', as('mesh-admins'));
      expect((await rig.signIn('sub-ada')).session).toBeDefined();
      expect(await read()).toBe(200);
      expect((await auditOf(rig.server)).filter((row) => !row.startsWith('sign-in.done'))).toEqual([
        'account.created local-admin admin',
        'account.created ada operator; OpenID',
        expect.stringMatching(/^token.created script/),
        'account.disabled ada no role at the OpenID provider',
        'sign-in.failed ada OpenID: no-role',
        'sign-in.failed ada OpenID: no-role',
        'account.enabled ada role at the OpenID provider',
        'role.changed ada operator to admin; groups at the OpenID provider',
      ]);
    });

    test('stays disabled if that was an admin', async () => {
      await rig.signIn('sub-ada');
      await disable('ada');
      rig.provider.people.set('sub-ada', as('mesh-operators'));
      expect((await rig.signIn('sub-ada')).location).toBe('/login?problem=disabled');
    });
  });

  test('the last admin who left their groups comes back with them', async () => {
    rig.provider.people.set('sub-ada', as('mesh-admins'));
    await rig.signIn('sub-ada');
    await rig.server.node.db
      .updateTable('accounts')
      .set({ role: 'operator' })
      .where('username', '=', 'local-admin')
      .execute();
    rig.provider.people.set('sub-ada', as());
    expect((await rig.signIn('sub-ada')).location).toBe('/login?problem=no-role');
    rig.provider.people.set('sub-ada', as('mesh-admins'));
    expect((await rig.signIn('sub-ada')).session).toBeDefined();
  });

  test('a disabled account is refused', async () => {
    rig.provider.people.set('sub-ada', as('mesh-operators'));
    await rig.signIn('sub-ada');
    await disable('ada');
    const end = await rig.signIn('sub-ada');
    expect([end.location, end.session]).toEqual(['/login?problem=disabled', undefined]);
  });

  test('a name that is taken gets a number: nobody takes over an account by name or e-mail', async () => {
    rig.provider.people.set('sub-1', {
      ...as('mesh-operators'),
      preferred_username: 'Local-Admin',
    });
    rig.provider.people.set('sub-2', {
      ...as('mesh-operators'),
      preferred_username: 'local-admin',
      email: 'operator@mesh.example',
    });
    rig.provider.people.set('sub-3', { email: 'eve@mesh.example', groups: ['mesh-operators'] });
    rig.provider.people.set('sub-4', { groups: ['mesh-operators'] });
    rig.provider.people.set('sub-5', { ...as('mesh-operators'), preferred_username: 'l\u043ecal' });
    for (const sub of ['sub-1', 'sub-2', 'sub-3', 'sub-4', 'sub-5', 'sub-1']) await rig.signIn(sub);
    expect(await roles()).toEqual([
      ['local-admin', 'admin'],
      ['Local-Admin-2', 'operator'],
      ['local-admin-3', 'operator'],
      ['eve@mesh.example', 'operator'],
      ['sub-4', 'operator'],
      ['ada@mesh.example', 'operator'],
    ]);
  });

  test('the sign-in page has the name of the provider, admins also its address, nobody the secret', async () => {
    const { host } = new URL(rig.provider.issuer);
    const options = await rig.server.call('/api/auth/options');
    expect(await options.json()).toMatchObject({ oidc: { name: host } });
    rig.provider.people.set('sub-ada', as('mesh-admins'));
    const { session = '' } = await rig.signIn('sub-ada');
    const settings = await rig.server.call('/api/settings/access', { cookie: session });
    expect((await settings.json()).oidc).toEqual({ name: host, issuer: rig.provider.issuer });
  });

  test('an account of the provider has no password', async () => {
    rig.provider.people.set('sub-ada', as('mesh-operators'));
    await rig.signIn('sub-ada');
    const json = { username: 'ada', password: 'a long enough password' };
    expect((await rig.server.call('/api/auth/login', { json })).status).toBe(401);
  });
});

test('with a default role who is in no mapped group has that', async () => {
  rig = await startOidc({ OIDC_DEFAULT_ROLE: 'viewer' });
  rig.provider.people.set('sub-ada', as('staff'));
  rig.provider.people.set('sub-eve', { ...as('mesh-operators'), preferred_username: 'eve' });
  await rig.signIn('sub-ada');
  await rig.signIn('sub-eve');
  expect(await roles()).toEqual([
    ['ada', 'viewer'],
    ['eve', 'operator'],
  ]);
});

test('the claim of the groups and the scopes can be set', async () => {
  rig = await startOidc({ OIDC_GROUPS_CLAIM: 'preferred_username', OIDC_SCOPES: 'profile' });
  rig.provider.people.set('sub-ada', { preferred_username: 'mesh-admins' });
  await rig.signIn('sub-ada');
  expect(await roles()).toEqual([['mesh-admins', 'admin']]);
});
