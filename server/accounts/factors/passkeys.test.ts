import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { login, type Rig, startRig } from '../../../tests/server/second-factor/rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.server.close());

const CHALLENGE = '/api/auth/passkey/challenge';
const SIGN_IN = '/api/auth/passkey';

describe('a passkey', () => {
  test('is added, and signs in without name and password', async () => {
    const ada = await rig.person('Ada');
    const device = rig.authenticator({ synced: true });
    expect(await rig.addPasskey(ada, device)).toHaveLength(10);
    const fresh = rig.browser();
    const options = await fresh.ok(CHALLENGE);
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(options).not.toHaveProperty('allowCredentials.0');
    const credential = device.get(options as never);
    expect(await fresh.ok(SIGN_IN, { credential })).toMatchObject({ user: { username: 'Ada' } });
    expect((await fresh.call('/api/auth/session', undefined, 'GET')).status).toBe(200);
    expect([...fresh.cookies.keys()].sort()).toEqual(['meridian-device', 'meridian-session']);
    expect(await rig.audit('second-factor.added', 'sign-in.done')).toEqual([
      'sign-in.done | Ada | Ada | sign-up',
      'second-factor.added | Ada | Ada | passkey Laptop',
      'sign-in.done | Ada | Ada | passkey',
    ]);
    const [row] = await rig.server.node.db.selectFrom('passkeys').selectAll().execute();
    expect(row).toMatchObject({ rpId: 'localhost', synced: 1, counter: 0, lastUsedAt: rig.now });
  });

  test('is the second step after a password', async () => {
    const device = rig.authenticator();
    await rig.addPasskey(await rig.person('Ada'), device);
    const fresh = rig.browser();
    const asked = await login(fresh, 'Ada');
    expect(asked.status).toBe(401);
    expect(await asked.json()).toMatchObject({
      secondFactor: { passkey: true, code: false, recovery: true },
    });
    expect(fresh.cookies.has('meridian-session')).toBe(false);
    const options = await fresh.ok(CHALLENGE);
    expect(options).toMatchObject({ allowCredentials: [{ id: device.id }] });
    const credential = device.get(options as never, { userVerified: false });
    await fresh.ok(SIGN_IN, { credential });
    expect(await rig.audit('sign-in.done')).toContain(
      'sign-in.done | Ada | Ada | password and passkey',
    );
  });

  test('of an authenticator that does not verify its user is refused without a password', async () => {
    const device = rig.authenticator();
    await rig.addPasskey(await rig.person('Ada'), device);
    const fresh = rig.browser();
    const credential = device.get((await fresh.ok(CHALLENGE)) as never, { userVerified: false });
    expect((await fresh.call(SIGN_IN, { credential })).status).toBe(401);
  });

  test('is refused from another origin, host, challenge or frame, and is recorded with its account', async () => {
    const device = rig.authenticator();
    await rig.addPasskey(await rig.person('Ada'), device);
    for (const lie of [
      { origin: 'https://evil.example' },
      { origin: rig.origin.replace('localhost', 'evil.localhost') },
      { rpId: 'evil.example' },
      { challenge: Buffer.alloc(32).toString('base64url') },
      { crossOrigin: true },
    ]) {
      const fresh = rig.browser();
      const credential = device.get((await fresh.ok(CHALLENGE)) as never, lie);
      const answer = await fresh.call(SIGN_IN, { credential });
      expect([lie, answer.status]).toEqual([lie, 401]);
      expect(fresh.cookies.has('meridian-session')).toBe(false);
    }
    expect(await rig.audit('sign-in.failed')).toEqual(
      Array.from({ length: 5 }, () => 'sign-in.failed |  | Ada | wrong passkey'),
    );
  });

  test('counts once: the same answer signs in nobody a second time', async () => {
    const device = rig.authenticator({ synced: true });
    await rig.addPasskey(await rig.person('Ada'), device);
    const fresh = rig.browser();
    const credential = device.get((await fresh.ok(CHALLENGE)) as never);
    const cookies = new Map(fresh.cookies);
    await fresh.ok(SIGN_IN, { credential });
    const thief = rig.browser();
    for (const [name, value] of cookies) thief.cookies.set(name, value);
    expect((await thief.call(SIGN_IN, { credential })).status).toBe(401);
    await thief.ok(CHALLENGE);
    expect((await thief.call(SIGN_IN, { credential })).status).toBe(401);
  });

  test('sent twice at once signs in once', async () => {
    const device = rig.authenticator({ synced: true });
    await rig.addPasskey(await rig.person('Ada'), device);
    const fresh = rig.browser();
    const credential = device.get((await fresh.ok(CHALLENGE)) as never);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => fresh.call(SIGN_IN, { credential })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
  });

  test('whose counter does not go up may be a copy, and is refused', async () => {
    const device = rig.authenticator();
    await rig.addPasskey(await rig.person('Ada'), device);
    const fresh = rig.browser();
    await fresh.ok(SIGN_IN, { credential: device.get((await fresh.ok(CHALLENGE)) as never) });
    const thief = rig.browser();
    const copied = device.get((await thief.ok(CHALLENGE)) as never, { counter: 1 });
    expect((await thief.call(SIGN_IN, { credential: copied })).status).toBe(401);
    expect(await rig.audit('sign-in.failed')).toEqual([
      'sign-in.failed |  | Ada | passkey may be a copy',
    ]);
  });

  test('of somebody else is no second step, even if it is right', async () => {
    const [hers, his] = [rig.authenticator(), rig.authenticator()];
    await rig.addPasskey(await rig.person('Ada'), hers);
    await rig.addPasskey(await rig.person('Bob'), his);
    const fresh = rig.browser();
    await login(fresh, 'Ada');
    const options = await fresh.ok(CHALLENGE);
    const credential = his.get({ ...options, allowCredentials: [] } as never);
    const refused = await fresh.call(SIGN_IN, { credential });
    expect(refused.status).toBe(401);
    expect(await refused.json()).toHaveProperty('secondFactor');
    expect(await rig.audit('sign-in.failed')).toEqual(['sign-in.failed |  | Ada | wrong passkey']);
  });

  test('with the handle of somebody else is refused', async () => {
    const [hers, his] = [rig.authenticator(), rig.authenticator()];
    await rig.addPasskey(await rig.person('Ada'), hers);
    await rig.addPasskey(await rig.person('Bob'), his);
    his.userHandle = hers.userHandle;
    const fresh = rig.browser();
    const credential = his.get((await fresh.ok(CHALLENGE)) as never);
    expect((await fresh.call(SIGN_IN, { credential })).status).toBe(401);
  });

  test('is refused after five minutes', async () => {
    const device = rig.authenticator();
    await rig.addPasskey(await rig.person('Ada'), device);
    const fresh = rig.browser();
    const options = await fresh.ok(CHALLENGE);
    rig.now += 5 * 60_000;
    const late = await fresh.call(SIGN_IN, { credential: device.get(options as never) });
    expect(late.status).toBe(401);
    expect((await late.json()).message).toContain('took too long');
  });

  test('of a disabled or deleted account opens nothing', async () => {
    const device = rig.authenticator();
    await rig.addPasskey(await rig.person('Ada'), device);
    for (const change of [{ disabledAt: 1 }, { disabledAt: null, deletedAt: 1 }]) {
      await rig.server.node.db.updateTable('accounts').set(change).execute();
      const fresh = rig.browser();
      const credential = device.get((await fresh.ok(CHALLENGE)) as never);
      expect((await fresh.call(SIGN_IN, { credential })).status).toBe(401);
    }
  });
});
