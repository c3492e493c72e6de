import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CONFIRMED_MS } from '../../../contract/account-limits.ts';
import {
  type Browser,
  PASSWORD,
  type Rig,
  startRig,
} from '../../../tests/server/second-factor/rig.ts';
import { saveAccessSettings } from '../rows/access-settings.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.server.close());

const CONFIRM = '/api/account/confirm';
const SET_UP = '/api/account/passkeys/challenge';

/** 200, or the ways to confirm that the refusal names. */
async function askedOf(browser: Browser) {
  const answer = await browser.call(SET_UP);
  return answer.status === 403 ? (await answer.json()).confirm : answer.status;
}

describe('whoever proved who they are long ago', () => {
  test('is asked again, and confirms by the password', async () => {
    const ada = await rig.person('Ada');
    expect(await askedOf(ada)).toBe(200);
    rig.now += CONFIRMED_MS;
    const ways = { password: true, passkey: false, code: false, recovery: false };
    expect(await askedOf(ada)).toEqual(ways);
    const wrong = await ada.call(CONFIRM, { kind: 'password', password: 'a guess' });
    expect(wrong.status).toBe(400);
    expect(await askedOf(ada)).toEqual(ways);
    await ada.ok(CONFIRM, { kind: 'password', password: PASSWORD });
    expect(await askedOf(ada)).toBe(200);
    expect(await rig.audit('identity.confirmed', 'identity.refused')).toEqual([
      'identity.refused | Ada |  | wrong password',
      'identity.confirmed | Ada |  | password',
    ]);
  });

  test('is asked again after the clock was set back', async () => {
    const ada = await rig.person('Ada');
    expect(await askedOf(ada)).toBe(200);
    rig.now -= 6 * 60 * 60_000;
    expect(await askedOf(ada)).toMatchObject({ password: true });
    await ada.ok(CONFIRM, { kind: 'password', password: PASSWORD });
    expect(await askedOf(ada)).toBe(200);
  });

  test('confirms by a code, which counts once', async () => {
    const ada = await rig.person('Ada');
    const { codeAt } = await rig.addCodes(ada);
    rig.now += CONFIRMED_MS;
    expect(await askedOf(ada)).toMatchObject({ password: false, code: true, recovery: true });
    const proof = { kind: 'code', code: codeAt(rig.now) };
    await ada.ok(CONFIRM, proof);
    expect(await askedOf(ada)).toBe(200);
    expect((await ada.call(CONFIRM, proof)).status).toBe(400);
  });

  test('confirms by a passkey of their own, each challenge once', async () => {
    const [ada, bob] = [await rig.person('Ada'), await rig.person('Bob')];
    const [hers, his] = [rig.authenticator({ synced: true }), rig.authenticator()];
    await rig.addPasskey(ada, hers);
    await rig.addPasskey(bob, his);
    rig.now += CONFIRMED_MS;
    const options = await ada.ok(`${CONFIRM}/challenge`);
    expect(options).toMatchObject({ allowCredentials: [{ id: hers.id }] });
    const stolen = his.get({ ...options, allowCredentials: [] } as never);
    expect((await ada.call(CONFIRM, { kind: 'passkey', credential: stolen })).status).toBe(400);
    const late = { kind: 'passkey', credential: hers.get(options as never) };
    expect((await ada.call(CONFIRM, late)).status).toBe(400);
    const credential = hers.get((await ada.ok(`${CONFIRM}/challenge`)) as never);
    const proof = { kind: 'passkey', credential };
    await ada.ok(CONFIRM, proof);
    expect(await askedOf(ada)).toBe(200);
    expect((await ada.call(CONFIRM, proof)).status).toBe(400);
  });

  test('cannot remove their second factor by the password, nor by changing it', async () => {
    const ada = await rig.person('Ada');
    const { codeAt } = await rig.addCodes(ada);
    rig.now += CONFIRMED_MS;
    const remove = async () => (await ada.call('/api/account/codes', undefined, 'DELETE')).status;
    const confirm = { kind: 'password', password: PASSWORD };
    expect([await remove(), (await ada.call(CONFIRM, confirm)).status]).toEqual([403, 409]);
    const change = { password: PASSWORD, next: 'another long enough password' };
    await ada.ok('/api/account/password', change);
    expect(await remove()).toBe(403);
    await ada.ok(CONFIRM, { kind: 'code', code: codeAt(rig.now) });
    expect(await remove()).toBe(200);
  });

  test('cannot confirm with a challenge of somebody else', async () => {
    const [ada, bob] = [await rig.person('Ada'), await rig.person('Bob')];
    const hers = rig.authenticator();
    await rig.addPasskey(ada, hers);
    const credential = hers.get((await ada.ok(`${CONFIRM}/challenge`)) as never);
    bob.cookies.set('meridian-confirm', ada.cookies.get('meridian-confirm') ?? '');
    expect((await bob.call(CONFIRM, { kind: 'passkey', credential })).status).toBe(400);
    expect((await bob.call(`${CONFIRM}/challenge`)).status).toBe(409);
  });

  test('may guess ten times in a session, which does not lock out their other sessions', async () => {
    const ada = await rig.person('Ada');
    const other = rig.browser();
    await other.ok('/api/auth/login', { username: 'Ada', password: PASSWORD });
    const guess = { kind: 'password', password: 'a guess' };
    const answers = await Promise.all(Array.from({ length: 12 }, () => ada.call(CONFIRM, guess)));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
    await other.ok(CONFIRM, { kind: 'password', password: PASSWORD });
  });
});

test('whose role demands a second factor may do nothing else before they have one', async () => {
  const ada = await rig.person('Ada');
  await rig.server.node.journal.commit((tx) =>
    saveAccessSettings(tx, { secondFactorFor: ['admin'], auditDays: 365 }),
  );
  rig.server.node.sessions.refresh();
  const session = () => ada.ok('/api/auth/session', undefined, 'GET');
  const people = async () => (await ada.call('/api/people', undefined, 'GET')).status;
  expect(await session()).toMatchObject({ mustEnrol: true });
  expect(await people()).toBe(403);
  await rig.addPasskey(ada, rig.authenticator());
  expect(await session()).toMatchObject({ mustEnrol: false });
  expect(await people()).not.toBe(403);
  const [passkey] = await rig.server.node.db.selectFrom('passkeys').select('id').execute();
  await ada.ok(`/api/account/passkeys/${passkey?.id}`, undefined, 'DELETE');
  expect(await people()).toBe(403);
});
