import { hash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { login, PASSWORD, type Rig, startRig } from '../../../tests/server/second-factor/rig.ts';
import { problemOf } from '../../http/error-handler.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.server.close());

const SECOND = '/api/auth/second-factor';
const STEP_MS = 30_000;

/** A browser in which the password was right. */
async function halfSignedIn(username: string) {
  const browser = rig.browser();
  expect((await login(browser, username)).status).toBe(401);
  return browser;
}
const statusOf = async (code: string) =>
  (await (await halfSignedIn('Ada')).call(SECOND, { kind: 'code', code })).status;

describe('one-time codes', () => {
  test('are set up with a secret that is stored encrypted, and are the second step', async () => {
    const ada = await rig.person('Ada');
    const { secret = '', uri } = await ada.ok('/api/account/codes/secret');
    expect(uri).toMatch(/^otpauth:\/\/totp\/.*Ada\?.*algorithm=SHA1&digits=6&period=30/);
    expect(Buffer.byteLength(secret)).toBe(32);
    expect((await ada.call('/api/account/codes', { code: '000000' })).status).toBe(400);
    expect((await login(rig.browser(), 'Ada')).status).toBe(200);
    const { codeAt } = await rig.addCodes(ada);
    const [row] = await rig.server.node.db.selectFrom('accounts').selectAll().execute();
    expect(row?.totpSecret).not.toContain(secret);
    const browser = await halfSignedIn('Ada');
    const code = codeAt(rig.now).replace(/^.../, '$& ');
    await browser.ok(SECOND, { kind: 'code', code });
    expect((await browser.call('/api/auth/session', undefined, 'GET')).status).toBe(200);
    expect(await rig.audit('sign-in.done', 'second-factor.added')).toEqual([
      'sign-in.done | Ada | Ada | sign-up',
      'sign-in.done | Ada | Ada | password',
      'second-factor.added | Ada | Ada | one-time codes',
      'sign-in.done | Ada | Ada | password and code',
    ]);
  });

  test('may be one step early or late, not two', async () => {
    const { codeAt } = await rig.addCodes(await rig.person('Ada'));
    expect(await statusOf(codeAt(rig.now - 2 * STEP_MS))).toBe(401);
    expect(await statusOf(codeAt(rig.now + 2 * STEP_MS))).toBe(401);
    expect(await statusOf(codeAt(rig.now - STEP_MS))).toBe(200);
    expect(await statusOf(codeAt(rig.now + STEP_MS))).toBe(200);
  });

  test('count once, and none that is older than an accepted one counts', async () => {
    const { codeAt } = await rig.addCodes(await rig.person('Ada'));
    const code = codeAt(rig.now);
    const browsers = await Promise.all(Array.from({ length: 3 }, () => halfSignedIn('Ada')));
    const answers = await Promise.all(
      browsers.map((browser) => browser.call(SECOND, { kind: 'code', code })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expect(await statusOf(codeAt(rig.now - STEP_MS))).toBe(401);
    expect(await statusOf(codeAt(rig.now + STEP_MS))).toBe(200);
  });

  test('that are wrong are asked again five times, then the password', async () => {
    const { codeAt } = await rig.addCodes(await rig.person('Ada'));
    const browser = await halfSignedIn('Ada');
    for (let i = 0; i < 5; i++) {
      const wrong = await browser.call(SECOND, { kind: 'code', code: '000000' });
      expect([wrong.status, await wrong.json()]).toMatchObject([401, { secondFactor: {} }]);
    }
    const over = await browser.call(SECOND, { kind: 'code', code: codeAt(rig.now) });
    expect(over.status).toBe(401);
    expect(await over.json()).not.toHaveProperty('secondFactor');
    expect(browser.cookies.has('meridian-sign-in')).toBe(false);
    expect(await rig.audit('sign-in.failed')).toEqual(
      Array.from({ length: 5 }, () => 'sign-in.failed |  | Ada | wrong code'),
    );
  });

  test('cannot be guessed by signing in again and again, which does not lock out a known device', async () => {
    const ada = await rig.person('Ada');
    const { codeAt } = await rig.addCodes(ada);
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) statuses.push(await statusOf('000000'));
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
    await login(ada, 'Ada');
    await ada.ok(SECOND, { kind: 'code', code: codeAt(rig.now) });
  });

  test('are refused without the password, after five minutes, and for a disabled account', async () => {
    const { codeAt } = await rig.addCodes(await rig.person('Ada'));
    const code = () => ({ kind: 'code', code: codeAt(rig.now) });
    expect((await rig.browser().call(SECOND, code())).status).toBe(401);
    const late = await halfSignedIn('Ada');
    rig.now += 5 * 60_000;
    expect((await late.call(SECOND, code())).status).toBe(401);
    const disabled = await halfSignedIn('Ada');
    await rig.server.node.db.updateTable('accounts').set({ disabledAt: 1 }).execute();
    expect((await disabled.call(SECOND, code())).status).toBe(401);
  });

  test('do not complete a sign-in that began with the password of before', async () => {
    const ada = await rig.person('Ada');
    const { codeAt } = await rig.addCodes(ada);
    const thief = await halfSignedIn('Ada');
    const next = 'another long enough password';
    await ada.ok('/api/account/password', { password: PASSWORD, next });
    const proof = { kind: 'code', code: codeAt(rig.now) };
    const answer = await thief.call(SECOND, proof);
    expect([answer.status, await answer.json()]).toEqual([401, problemOf(401, expect.any(String))]);
  });

  test('cannot be replaced without being removed, which takes the recovery codes with them', async () => {
    const ada = await rig.person('Ada');
    await rig.addCodes(ada);
    expect((await ada.call('/api/account/codes/secret')).status).toBe(409);
    await ada.ok('/api/account/codes', undefined, 'DELETE');
    expect((await ada.call('/api/account/codes', undefined, 'DELETE')).status).toBe(404);
    const { db } = rig.server.node;
    expect(await db.selectFrom('recoveryCodes').selectAll().execute()).toEqual([]);
    expect((await login(rig.browser(), 'Ada')).status).toBe(200);
    await rig.addCodes(ada);
  });
});

describe('recovery codes', () => {
  test('are ten, come with the first second factor only, and are stored as hashes', async () => {
    const ada = await rig.person('Ada');
    const { recoveryCodes } = await rig.addCodes(ada);
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes)
      expect(code).toMatch(/^([\da-hjkmnp-tv-z]{4}-){6}[\da-z]{4}$/);
    expect(await rig.addPasskey(ada, rig.authenticator())).toBeUndefined();
    const { db } = rig.server.node;
    const rows = await db.selectFrom('recoveryCodes').selectAll().execute();
    expect(rows).toHaveLength(10);
    for (const { codeHash } of rows) expect(codeHash).toMatch(/^[\da-f]{64}$/);
  });

  test('sign in whoever lost their device, each once, typed in any way', async () => {
    const ada = await rig.person('Ada');
    const [code = ''] = (await rig.addPasskey(ada, rig.authenticator())) ?? [];
    const typed = { kind: 'recovery', code: ` ${code.toUpperCase().replaceAll('-', ' ')} ` };
    const browser = await halfSignedIn('Ada');
    await browser.ok(SECOND, typed);
    const again = await (await halfSignedIn('Ada')).call(SECOND, typed);
    expect([again.status, await again.json()]).toMatchObject([401, { secondFactor: {} }]);
    expect(await rig.audit('recovery-code.used', 'sign-in.failed')).toEqual([
      'recovery-code.used |  | Ada | 9 left',
      'sign-in.failed |  | Ada | wrong recovery code',
    ]);
    const [passkey] = await rig.server.node.db.selectFrom('passkeys').select('id').execute();
    await browser.ok(`/api/account/passkeys/${passkey?.id}`, undefined, 'DELETE');
    expect((await login(rig.browser(), 'Ada')).status).toBe(200);
  });

  test('of 24 characters, which were made before, still sign in', async () => {
    await rig.addCodes(await rig.person('Ada'));
    const { db } = rig.server.node;
    const codeHash = hash('sha256', 'k7qf3m2p9xwd2t8nvq4h6rzs');
    const { accountId } = await db
      .selectFrom('recoveryCodes')
      .select('accountId')
      .executeTakeFirstOrThrow();
    await db.insertInto('recoveryCodes').values({ accountId, codeHash }).execute();
    const code = 'K7QF-3M2P-9XWD-2T8N-VQ4H-6RZS';
    await (await halfSignedIn('Ada')).ok(SECOND, { kind: 'recovery', code });
  });

  test('of before count no more once there are new ones', async () => {
    const ada = await rig.person('Ada');
    expect((await ada.call('/api/account/recovery-codes')).status).toBe(409);
    const { recoveryCodes: old } = await rig.addCodes(ada);
    const { recoveryCodes: fresh = [] } = await ada.ok('/api/account/recovery-codes');
    const by = async (code = '') =>
      (await (await halfSignedIn('Ada')).call(SECOND, { kind: 'recovery', code })).status;
    expect(await by(old[0])).toBe(401);
    expect(await by(fresh[0])).toBe(200);
  });
});
