import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type Browser,
  login,
  type Rig,
  startRig,
} from '../../../tests/server/second-factor/rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.server.close());

const SET_UP = '/api/account/passkeys/challenge';
const PASSKEYS = '/api/account/passkeys';

describe('adding a passkey', () => {
  test('does not accept another origin, host, challenge or frame, nor the same answer twice', async () => {
    const ada = await rig.person('Ada');
    for (const lie of [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { challenge: Buffer.alloc(32).toString('base64url') },
      { crossOrigin: true },
    ]) {
      const credential = rig.authenticator().create((await ada.ok(SET_UP)) as never, lie);
      const answer = await ada.call(PASSKEYS, { name: 'Laptop', credential });
      expect([lie, answer.status]).toEqual([lie, 400]);
    }
    const credential = rig.authenticator().create((await ada.ok(SET_UP)) as never);
    await ada.ok(PASSKEYS, { name: 'Laptop', credential });
    expect((await ada.call(PASSKEYS, { name: 'Laptop', credential })).status).toBe(400);
  });

  test('is over after five minutes, and in nobody else’s session', async () => {
    const [ada, bob] = [await rig.person('Ada'), await rig.person('Bob')];
    const credential = rig.authenticator().create((await ada.ok(SET_UP)) as never);
    bob.cookies.set('meridian-enrol', ada.cookies.get('meridian-enrol') ?? '');
    expect((await bob.call(PASSKEYS, { name: 'Hers', credential })).status).toBe(400);
    const late = rig.authenticator().create((await ada.ok(SET_UP)) as never);
    rig.now += 5 * 60_000;
    expect((await ada.call(PASSKEYS, { name: 'Late', credential: late })).status).toBe(400);
  });

  test('names those that the account has, so that no authenticator gets a second one', async () => {
    const ada = await rig.person('Ada');
    const device = rig.authenticator();
    await rig.addPasskey(ada, device);
    const options = await ada.ok(SET_UP);
    expect(options).toMatchObject({ excludeCredentials: [{ id: device.id }] });
    expect(() => device.create(options as never)).toThrow('registered already');
    const credential = device.create({ ...options, excludeCredentials: [] } as never);
    expect((await ada.call(PASSKEYS, { name: 'Again', credential })).status).toBe(409);
  });

  test('stops at twenty', async () => {
    const ada = await rig.person('Ada');
    for (let i = 0; i < 20; i++) await rig.addPasskey(ada, rig.authenticator());
    await expect(rig.addPasskey(ada, rig.authenticator())).rejects.toThrow('409');
  });

  test('is refused at an IP address, and the sign-in page knows it', async () => {
    const { cookie } = await rig.server.signUp('Ada');
    const options = async (origin: string) =>
      (await (await fetch(`${origin}/api/auth/options`)).json()).passkeyProblem;
    expect(await options(rig.server.url)).toContain('IP address');
    expect(await options(rig.origin)).toBeNull();
    const refused = await rig.server.call(SET_UP, { method: 'POST', cookie });
    expect(refused.status).toBe(409);
  });
});

test.each([
  ['a passkey', async (browser: Browser) => rig.addPasskey(browser, rig.authenticator())],
  ['one-time codes', async (browser: Browser) => rig.addCodes(browser)],
])('the first second factor, %s, ends the other sessions, which had none', async (_, add) => {
  const [ada, other] = [await rig.person('Ada'), rig.browser()];
  await login(other, 'Ada');
  const statusOf = async (browser: Browser) =>
    (await browser.call('/api/auth/session', undefined, 'GET')).status;
  expect([await statusOf(ada), await statusOf(other)]).toEqual([200, 200]);
  await add(ada);
  expect([await statusOf(ada), await statusOf(other)]).toEqual([200, 401]);
  expect(await rig.audit('session.ended')).toEqual(['session.ended | Ada | Ada | all others (1)']);
});

test('a second passkey leaves the other sessions alone', async () => {
  const ada = await rig.person('Ada');
  const { codeAt } = await rig.addCodes(ada);
  const other = rig.browser();
  await login(other, 'Ada');
  await other.ok('/api/auth/second-factor', { kind: 'code', code: codeAt(rig.now) });
  await rig.addPasskey(ada, rig.authenticator());
  await other.ok('/api/auth/session', undefined, 'GET');
});

test('nobody removes the passkey of somebody else', async () => {
  const [ada, bob] = [await rig.person('Ada'), await rig.person('Bob')];
  const device = rig.authenticator();
  await rig.addPasskey(ada, device);
  const path = `${PASSKEYS}/${device.id}`;
  expect((await bob.call(path, undefined, 'DELETE')).status).toBe(404);
  await ada.ok(path, undefined, 'DELETE');
  expect(await rig.audit('second-factor.removed')).toEqual([
    'second-factor.removed | Ada | Ada | passkey Laptop',
  ]);
});
