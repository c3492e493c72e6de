import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type OidcRig, startOidc } from './oidc-rig.ts';

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
  beforeEach(async () => {
    rig = await startOidc();
    await rig.server.signUp('local-admin');
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

  test('who left their groups is refused, and their sessions end', async () => {
    rig.provider.people.set('sub-ada', as('mesh-operators'));
    const { session } = await rig.signIn('sub-ada');
    expect(await isSignedIn(session)).toBe(true);
    rig.provider.people.set('sub-ada', as());
    expect((await rig.signIn('sub-ada')).location).toBe('/login?problem=no-role');
    expect(await isSignedIn(session)).toBe(false);
    const failed = await rig.server.node.db
      .selectFrom('audit')
      .select(['target', 'detail'])
      .where('action', '=', 'sign-in.failed')
      .execute();
    expect(failed).toEqual([{ target: 'ada', detail: 'OpenID: no-role' }]);
  });

  test('a disabled account is refused', async () => {
    rig.provider.people.set('sub-ada', as('mesh-operators'));
    await rig.signIn('sub-ada');
    await rig.server.node.db
      .updateTable('accounts')
      .set({ disabled_at: 1 })
      .where('username', '=', 'ada')
      .execute();
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
    for (const sub of ['sub-1', 'sub-2', 'sub-3', 'sub-4', 'sub-1']) await rig.signIn(sub);
    expect(await roles()).toEqual([
      ['local-admin', 'admin'],
      ['Local-Admin-2', 'operator'],
      ['local-admin-3', 'operator'],
      ['eve@mesh.example', 'operator'],
      ['sub-4', 'operator'],
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
