import { chmod, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryDir } from '../../../tests/server/temporary-dir.ts';
import { readConfig } from '../../config/config.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const GOOD = {
  PUBLIC_URL: 'https://mesh.example',
  OIDC_ISSUER: 'https://id.example/realms/mesh',
  OIDC_CLIENT_ID: 'meridian',
  OIDC_CLIENT_SECRET: 'secret',
  OIDC_ROLES: 'cn=admins=admin, ops=operator',
};
const read = (env: Record<string, string>) => readConfig({ ...GOOD, ...env }, ROOT).oidc;

describe('the configuration of the OpenID provider', () => {
  test('is read, with a name and scopes by default', () => {
    expect(read({ OIDC_SCOPES: 'email' })).toEqual({
      issuer: 'https://id.example/realms/mesh',
      clientId: 'meridian',
      clientSecret: 'secret',
      scopes: 'openid email',
      name: 'id.example',
      groupsClaim: 'groups',
      roles: new Map([
        ['cn=admins', 'admin'],
        ['ops', 'operator'],
      ]),
      defaultRole: null,
      origin: 'https://mesh.example',
      redirectUri: 'https://mesh.example/api/auth/oidc/callback',
    });
    expect(readConfig({}, ROOT).oidc).toBeNull();
  });

  test.each([
    ['PUBLIC_URL', { PUBLIC_URL: '' }],
    ['OIDC_ISSUER must be an https', { OIDC_ISSUER: 'http://id.example' }],
    ['OIDC_ISSUER', { OIDC_ISSUER: 'ldap://id.example' }],
    ['OIDC_CLIENT_ID is set, but OIDC_ISSUER is not', { OIDC_ISSUER: '' }],
    ['OIDC_CLIENT_ID is not', { OIDC_CLIENT_ID: '' }],
    ['neither OIDC_CLIENT_SECRET nor', { OIDC_CLIENT_SECRET: '' }],
    ['both set', { OIDC_CLIENT_SECRET_FILE: 'somewhere' }],
    ['cannot be read', { OIDC_CLIENT_SECRET: '', OIDC_CLIENT_SECRET_FILE: '/nowhere/secret' }],
    ['"ops=boss" is not group=role', { OIDC_ROLES: 'ops=boss' }],
    ['"operator" is not group=role', { OIDC_ROLES: 'operator' }],
    ['neither OIDC_ROLES nor OIDC_DEFAULT_ROLE', { OIDC_ROLES: '' }],
    ['OIDC_DEFAULT_ROLE', { OIDC_DEFAULT_ROLE: 'boss' }],
  ])('a start ends with: %s', (message, env) => {
    expect(() => read(env)).toThrow(message);
  });

  test('accepts plain HTTP on this machine alone', () => {
    for (const host of ['localhost:4000', '127.0.0.1', '[::1]:1'])
      expect(read({ OIDC_ISSUER: `http://${host}` })?.issuer).toBe(`http://${host}`);
  });

  test('reads the secret from a file that not every user may use', async () => {
    const file = join(await temporaryDir(), 'secret');
    await writeFile(file, 'from a file\n', { mode: 0o640 });
    const env = { OIDC_CLIENT_SECRET: '', OIDC_CLIENT_SECRET_FILE: file };
    expect(read(env)?.clientSecret).toBe('from a file');
    await chmod(file, 0o644);
    expect(() => read(env)).toThrow(/chmod 600/);
    await writeFile(file, '\n');
    await chmod(file, 0o600);
    expect(() => read(env)).toThrow(/empty/);
  });
});
