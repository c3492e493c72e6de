import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CONFIRMED_MS } from '../../../contract/account-limits.ts';
import { type OidcRig, startOidc } from '../../../tests/server/oidc/oidc-rig.ts';
import { createVisitor } from '../../../tests/server/oidc/provider-rig.ts';
import { AUTH_CHALLENGE_MS } from '../rows/auth-challenges.ts';

let rig: OidcRig;
beforeEach(async () => {
  rig = await startOidc();
  rig.provider.people.set('sub-ada', {
    preferred_username: 'ada',
    email: 'ada@mesh.example',
    groups: ['staff', 'mesh-operators'],
  });
});
afterEach(() => rig.close());

const problem = (name: string) => `/login?problem=${name}`;
const failures = async () =>
  (
    await rig.server.node.db
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'sign-in.failed')
      .execute()
  ).map(({ detail }) => detail);

/** Changes what the server has stored about the one sign-in that is on its way. */
async function changeCheck(name: 'nonce' | 'verifier', value: string): Promise<void> {
  const { db } = rig.server.node;
  const row = await db
    .selectFrom('authChallenges')
    .select(['idHash', 'dataJson'])
    .executeTakeFirstOrThrow();
  const data = JSON.parse(row.dataJson);
  data.checks[name] = value;
  await db
    .updateTable('authChallenges')
    .set({ dataJson: JSON.stringify(data) })
    .where('idHash', '=', row.idHash)
    .execute();
}

describe('a sign-in at the OpenID provider', () => {
  test('asks for a code with PKCE, state and nonce, and opens a session', async () => {
    const { status, location, cookie } = await rig.begin();
    expect(status).toBe(302);
    const asked = new URL(location);
    expect(asked.origin).toBe(rig.provider.issuer);
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      client_id: 'meridian',
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid profile email',
    });
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(asked.searchParams.get(name)).toMatch(/^[\w-]{43}$/);
    const back = await createVisitor('sub-ada').visit(location);
    const end = await rig.comeBack(back, cookie);
    expect(end.location).toBe('/login?signed-in=oidc');
    const session = await rig.server.call('/api/auth/session', { cookie: end.session ?? '' });
    expect(await session.json()).toMatchObject({
      user: { username: 'ada', email: 'ada@mesh.example' },
      role: 'operator',
    });
    const audit = await rig.server.node.db
      .selectFrom('audit')
      .select(['action', 'actor', 'target', 'detail'])
      .orderBy('id')
      .execute();
    expect(audit).toEqual([
      { action: 'account.created', actor: 'ada', target: 'ada', detail: 'operator; OpenID' },
      { action: 'sign-in.done', actor: 'ada', target: 'ada', detail: 'OpenID' },
    ]);
  });

  test('leads to an own path afterwards, and never elsewhere', async () => {
    const redirects: [string, string | null][] = [
      ['/bundles?q=a#b', '/bundles?q=a#b'],
      ['https://evil.example/', null],
      ['//evil.example/', null],
      ['/\\evil.example/', null],
      ['/\t/evil.example/', null],
      ['/.//evil.example/', null],
    ];
    for (const [redirect, expected] of redirects) {
      const { location } = await rig.signIn('sub-ada', `?${new URLSearchParams({ redirect })}`);
      const query = new URL(location, 'http://here').searchParams;
      expect([redirect, query.get('redirect')]).toEqual([redirect, expected]);
    }
  });

  test('with a wrong state is refused, and its code cannot be used again', async () => {
    const { location, cookie } = await rig.begin();
    const back = await createVisitor('sub-ada').visit(location);
    const forged = new URL(back);
    forged.searchParams.set('state', 'another');
    expect((await rig.comeBack(forged, cookie)).location).toBe(problem('expired'));
    expect((await rig.comeBack(back, cookie)).location).toBe(problem('expired'));
    expect(await rig.accounts()).toEqual([]);
  });

  test('of another browser is refused: the code of somebody else signs nobody in', async () => {
    const { location } = await rig.begin();
    const back = await createVisitor('sub-ada').visit(location);
    const other = await rig.begin();
    expect((await rig.comeBack(back, other.cookie)).location).toBe(problem('expired'));
    expect((await rig.comeBack(back, '')).location).toBe(problem('expired'));
  });

  test('with a wrong nonce is refused', async () => {
    const { location, cookie } = await rig.begin();
    const back = await createVisitor('sub-ada').visit(location);
    await changeCheck('nonce', 'n'.repeat(43));
    expect((await rig.comeBack(back, cookie)).location).toBe(problem('invalid'));
    expect(await failures()).toEqual(['OpenID: invalid']);
    expect(await rig.accounts()).toEqual([]);
  });

  test('with an ID token that the published keys did not sign is refused', async () => {
    rig.provider.publishesOtherKey = true;
    const { location, cookie } = await rig.begin();
    const back = await createVisitor('sub-ada').visit(location);
    expect((await rig.comeBack(back, cookie)).location).toBe(problem('invalid'));
    expect(await failures()).toEqual(['OpenID: invalid']);
    expect(await rig.accounts()).toEqual([]);
  });

  test('with an ID token for another client is refused', async () => {
    rig.provider.addressesOtherClient = true;
    expect((await rig.signIn('sub-ada')).location).toBe(problem('invalid'));
    expect(await rig.accounts()).toEqual([]);
  });

  test('is not begun at a provider whose metadata name another issuer', async () => {
    rig.provider.claimsOtherIssuer = true;
    expect((await rig.begin()).location).toBe(problem('unreachable'));
  });

  test('with a wrong verifier is refused by the provider', async () => {
    const { location, cookie } = await rig.begin();
    const back = await createVisitor('sub-ada').visit(location);
    await changeCheck('verifier', 'v'.repeat(43));
    expect((await rig.comeBack(back, cookie)).location).toBe(problem('expired'));
    expect(await rig.accounts()).toEqual([]);
  });

  test('that took too long has expired, here and at the provider', async () => {
    const slow = await rig.begin();
    const late = await createVisitor('sub-ada').visit(slow.location);
    rig.later(AUTH_CHALLENGE_MS);
    expect((await rig.comeBack(late, slow.cookie)).location).toBe(problem('expired'));
    rig.provider.codeSec = 1;
    const { location, cookie } = await rig.begin();
    const back = await createVisitor('sub-ada').visit(location);
    await sleep(2100);
    expect((await rig.comeBack(back, cookie)).location).toBe(problem('expired'));
    expect(await rig.accounts()).toEqual([]);
  });

  test('counts once: the same return again signs nobody in', async () => {
    const { location, cookie } = await rig.begin();
    const back = await createVisitor('sub-ada').visit(location);
    expect((await rig.comeBack(back, cookie)).session).toBeDefined();
    const again = await rig.comeBack(back, cookie);
    expect([again.location, again.session]).toEqual([problem('expired'), undefined]);
  });

  test('that the person leaves is cancelled', async () => {
    const { location, cookie } = await rig.begin();
    const back = await createVisitor('sub-ada').visit(location, { cancel: true });
    expect((await rig.comeBack(back, cookie)).location).toBe(problem('cancelled'));
    expect(await failures()).toEqual([]);
  });

  test('that the provider answers with an error ends', async () => {
    const { location, cookie } = await rig.begin();
    const back = new URL('/api/auth/oidc/callback?error=invalid_scope', rig.server.url);
    back.searchParams.set('state', new URL(location).searchParams.get('state') ?? '');
    back.searchParams.set('iss', rig.provider.issuer);
    expect((await rig.comeBack(back, cookie)).location).toBe(problem('unreachable'));
  });
});

describe('a proof of identity', () => {
  const isConfirmed = async (cookie = '') => {
    const answer = await rig.server.call('/api/account/codes/secret', { method: 'POST', cookie });
    if (answer.status !== 200 && answer.status !== 403) throw new Error(await answer.text());
    return answer.status === 200;
  };
  const signInAs = async (visitor: ReturnType<typeof createVisitor>, query = '', session = '') => {
    const { location, cookie } = await rig.begin(query, session);
    return rig.comeBack(await visitor.visit(location), `${session}; ${cookie}`);
  };
  const makeOld = async () => {
    await rig.server.node.db.updateTable('sessions').set({ provenAt: 1 }).execute();
    rig.later(60_000);
  };

  test('at the provider confirms the session that is there', async () => {
    const visitor = createVisitor('sub-ada');
    const { session } = await signInAs(visitor);
    expect(await isConfirmed(session)).toBe(true);
    await makeOld();
    expect(await isConfirmed(session)).toBe(false);
    const asked = new URL((await rig.begin('?confirm=1', session)).location);
    expect(asked.searchParams.get('prompt')).toBe('login');
    const end = await signInAs(visitor, '?confirm=1', session);
    expect([end.location, end.session]).toEqual(['/login?signed-in=oidc', undefined]);
    expect(await isConfirmed(session)).toBe(true);
    const row = await rig.server.node.db
      .selectFrom('audit')
      .select(['actor', 'detail'])
      .where('action', '=', 'identity.confirmed')
      .execute();
    expect(row).toEqual([{ actor: 'ada', detail: 'OpenID' }]);
  });

  test('of somebody else signs that person in', async () => {
    rig.provider.people.set('sub-eve', {
      preferred_username: 'eve',
      groups: ['mesh-operators'],
    });
    const { session } = await rig.signIn('sub-ada');
    await makeOld();
    const end = await signInAs(createVisitor('sub-eve'), '?confirm=1', session);
    expect(await isConfirmed(end.session)).toBe(true);
    const answer = await rig.server.call('/api/auth/session', { cookie: end.session ?? '' });
    expect(await answer.json()).toMatchObject({ user: { username: 'eve' } });
  });

  test('is not that the provider still knows the browser', async () => {
    const visitor = createVisitor('sub-ada');
    await signInAs(visitor);
    rig.later(CONFIRMED_MS);
    const silent = await signInAs(visitor);
    expect(silent.session).toBeDefined();
    expect(await isConfirmed(silent.session)).toBe(false);
    // It asked at a time that has not come yet: the clock was set back.
    rig.later(-CONFIRMED_MS - 2 * 60_000);
    const early = await signInAs(visitor);
    expect(await isConfirmed(early.session)).toBe(false);
  });
});

describe('a provider that is away', () => {
  test('stops no sign-in with a password, is asked again after a while, and works once it is back', async () => {
    await rig.provider.pause();
    expect((await rig.begin()).location).toBe(problem('unreachable'));
    await rig.server.signUp('local');
    const json = { username: 'local', password: 'a long enough password' };
    expect((await rig.server.call('/api/auth/login', { json })).status).toBe(200);
    await rig.provider.resume();
    expect((await rig.begin()).location).toBe(problem('unreachable'));
    // Also after the clock was set back.
    rig.later(-6 * 60 * 60_000);
    const provider = async () => (await rig.begin()).location;
    await expect.poll(provider, { timeout: 10_000 }).toContain(rig.provider.issuer);
    rig.later(6 * 60 * 60_000);
    expect((await rig.signIn('sub-ada')).location).toBe('/login?signed-in=oidc');
  });

  test('or answers without an end is not read for long', async () => {
    let sent = 0;
    const endless = createServer((_request, answer) => {
      answer.writeHead(200, { 'content-type': 'application/json' });
      const send = () => {
        sent += 65_536;
        answer.destroyed || answer.write(' '.repeat(65_536), () => setImmediate(send));
      };
      send();
    });
    await new Promise<void>((resolve) => void endless.listen(0, '127.0.0.1', resolve));
    const issuer = `http://127.0.0.1:${(endless.address() as AddressInfo).port}`;
    const other = await startOidc({ OIDC_ISSUER: issuer });
    expect((await other.begin()).location).toBe(problem('unreachable'));
    expect(sent).toBeLessThan(20 * 1024 * 1024);
    await other.close();
    endless.closeAllConnections();
    endless.close();
  });

  test('in the middle of a sign-in ends that one alone', async () => {
    const { location, cookie } = await rig.begin();
    const back = await createVisitor('sub-ada').visit(location);
    await rig.provider.pause();
    expect((await rig.comeBack(back, cookie)).location).toBe(problem('unreachable'));
    await rig.provider.resume();
    expect((await rig.signIn('sub-ada')).location).toBe('/login?signed-in=oidc');
  });
});

test('a server without a provider has no such sign-in', async () => {
  const { startServer } = await import('../../../tests/server/start-server.ts');
  const server = await startServer({ alone: true });
  for (const path of ['/api/auth/oidc/start', '/api/auth/oidc/callback?code=x&state=y'])
    expect((await server.call(path)).status).toBe(404);
  await server.close();
});
