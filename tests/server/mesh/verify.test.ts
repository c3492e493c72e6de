import { beforeEach, describe, expect, test } from 'vitest';
import {
  ANSWER_TOKEN,
  CALL_TOKEN,
  digestOf,
  TOKEN_LIFETIME_SEC,
} from '../../../server/mesh/claims.ts';
import { createIdentity, type Identity } from '../../../server/mesh/identity.ts';
import { fixedKeyring } from '../../../server/mesh/keyring.ts';
import { createNonces } from '../../../server/mesh/nonces.ts';
import { signAnswer, signCall } from '../../../server/mesh/sign.ts';
import { createVerifier, type Verifier, verifyAnswer } from '../../../server/mesh/verify.ts';

const SIGNAL = new AbortController().signal;
const BODY = Buffer.from('{"beat":1}');
const CALL = { to: 'harbor', method: 'POST', path: '/mesh/heartbeat', body: BODY };
const START = 1_800_000_000_000;

let now = START;
let forge: Identity;
let verifier: Verifier;

beforeEach(async () => {
  now = START;
  forge = await createIdentity('forge');
  const { findKey } = await fixedKeyring([['forge', forge.jwks()]]);
  verifier = createVerifier({
    self: 'harbor',
    findKey,
    nonces: createNonces(() => now),
    now: () => now,
  });
});

/** @returns 'believed', or why not */
async function judge(
  token: string | undefined,
  { method = 'POST', path = CALL.path, body = BODY } = {},
): Promise<string> {
  const authorization = token === undefined ? undefined : `Route66 ${token}`;
  const opened = await verifier.open({ authorization, method, path }, SIGNAL);
  if (!opened.ok) return opened.reason;
  const taken = verifier.take(opened.value, body);
  return taken.ok ? 'believed' : taken.reason;
}

const tokenOf = async (identity: Identity = forge, call = CALL) =>
  signCall(identity, call, now).token;

const claims = (changed: object) => ({
  iss: 'forge',
  aud: 'harbor',
  iat: now / 1000,
  exp: now / 1000 + TOKEN_LIFETIME_SEC,
  jti: 'a-nonce-of-22-characters',
  method: 'POST',
  path: CALL.path,
  digest: digestOf(BODY),
  ...changed,
});

describe('a call', () => {
  test('is believed when everything it is bound to fits', async () => {
    expect(await judge(await tokenOf())).toBe('believed');
  });

  test('is refused without a signature, or with another scheme', async () => {
    expect(await judge(undefined)).toBe('no-signature');
    const authorization = `Bearer ${await tokenOf()}`;
    const opened = await verifier.open({ authorization, method: 'POST', path: CALL.path }, SIGNAL);
    expect(opened).toEqual({ ok: false, reason: 'no-signature' });
  });

  test('is refused when it is no token, or far too long for one', async () => {
    expect(await judge('nonsense')).toBe('malformed');
    expect(await judge('x'.repeat(1_000_000))).toBe('malformed');
  });

  test('is refused from a platform that is not of the mesh', async () => {
    expect(await judge(await tokenOf(await createIdentity('stranger')))).toBe('unknown-issuer');
  });

  test('is refused under a key that its issuer does not publish', async () => {
    expect(await judge(await tokenOf(await createIdentity('forge')))).toBe('unknown-key');
  });

  test('is refused when another key signed under the name of a published one', async () => {
    const [genuine] = (await tokenOf()).split('.');
    const [, payload, signature] = (await tokenOf(await createIdentity('forge'))).split('.');
    expect(await judge([genuine, payload, signature].join('.'))).toBe('bad-signature');
  });

  test('is refused when its claims were changed after signing', async () => {
    const [header, , signature] = (await tokenOf()).split('.');
    const forged = Buffer.from(JSON.stringify(claims({ path: '/mesh/probe' }))).toString(
      'base64url',
    );
    expect(await judge([header, forged, signature].join('.'))).toBe('bad-signature');
  });

  test('is refused when it says that it needs no signature', async () => {
    const header = { alg: 'none', typ: CALL_TOKEN, kid: forge.jwks().keys[0]?.kid };
    const parts = [header, claims({})].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    );
    expect(await judge(`${parts.join('.')}.`)).toBe('malformed');
  });

  test('is refused when it was meant for another node', async () => {
    expect(await judge(await tokenOf(forge, { ...CALL, to: 'ledger' }))).toBe('wrong-audience');
  });

  test('is refused with another method, path or query', async () => {
    expect(await judge(await tokenOf(), { method: 'GET' })).toBe('wrong-request');
    expect(await judge(await tokenOf(), { path: '/mesh/probe' })).toBe('wrong-request');
    expect(await judge(await tokenOf(), { path: `${CALL.path}?x=1` })).toBe('wrong-request');
  });

  test('is refused with another body', async () => {
    expect(await judge(await tokenOf(), { body: Buffer.from('{"beat":2}') })).toBe('wrong-body');
  });

  test('is refused when an answer is passed off as a call', async () => {
    const token = forge.sign(ANSWER_TOKEN, claims({}));
    expect(await judge(token)).toBe('malformed');
  });

  test('is refused without one of its claims', async () => {
    expect(await judge(forge.sign(CALL_TOKEN, claims({ jti: undefined })))).toBe('malformed');
    expect(await judge(forge.sign(CALL_TOKEN, claims({ digest: undefined })))).toBe('malformed');
    expect(await judge(forge.sign(CALL_TOKEN, claims({ exp: undefined })))).toBe('malformed');
  });
});

describe('a call in time', () => {
  test('is taken once, and never again while it could be believed', async () => {
    const token = await tokenOf();
    expect(await judge(token)).toBe('believed');
    expect(await judge(token)).toBe('replayed');
    now += (TOKEN_LIFETIME_SEC + 5) * 1000;
    expect(await judge(token)).toBe('replayed');
    now += 1;
    expect(await judge(token)).toBe('clock-behind');
  });

  test('does not use up its nonce when its body was tampered with', async () => {
    const token = await tokenOf();
    expect(await judge(token, { body: Buffer.from('{}') })).toBe('wrong-body');
    expect(await judge(token)).toBe('believed');
  });

  test('is believed from clocks that differ by up to five seconds, and no more', async () => {
    now = START + 60_000;
    const at = async (ms: number) => signCall(forge, CALL, now + ms).token;
    expect(await judge(await at(5_000))).toBe('believed');
    expect(await judge(await at(5_001))).toBe('clock-ahead');
    expect(await judge(await at(-35_000))).toBe('believed');
    expect(await judge(await at(-35_001))).toBe('clock-behind');
  });

  test('is refused when it would be valid for too long, or not at all', async () => {
    const lives = (sec: number) => forge.sign(CALL_TOKEN, claims({ exp: now / 1000 + sec }));
    expect(await judge(await lives(TOKEN_LIFETIME_SEC + 1))).toBe('wrong-lifetime');
    expect(await judge(await lives(0))).toBe('wrong-lifetime');
  });

  test('is refused when it is older than the process, which remembers no older nonces', async () => {
    const token = signCall(forge, CALL, START - 1).token;
    expect(await judge(token)).toBe('before-start');
  });
});

describe('the memory of nonces', () => {
  test('is bounded for each issuer, and refuses more instead of forgetting', () => {
    const nonces = createNonces(() => now, 2);
    expect(nonces.take('forge', 'a', now + 10)).toBe('new');
    expect(nonces.take('forge', 'b', now + 10)).toBe('new');
    expect(nonces.take('forge', 'c', now + 10)).toBe('full');
    expect(nonces.take('harbor', 'c', now + 10)).toBe('new');
    expect(nonces.take('forge', 'a', now + 10)).toBe('taken');
    now += 11;
    expect(nonces.take('forge', 'c', now + 10)).toBe('new');
  });
});

describe('an answer', () => {
  const asked = { self: 'harbor', platform: 'forge', nonce: 'a-nonce-of-22-characters' };

  async function judgeAnswer(
    token: string | undefined,
    status = 200,
    body = BODY,
  ): Promise<string> {
    const { findKey } = await fixedKeyring([
      ['forge', forge.jwks()],
      ['ledger', ledger.jwks()],
    ]);
    const verdict = await verifyAnswer(
      { token, status, body },
      asked,
      { findKey, now: () => now },
      SIGNAL,
    );
    return verdict.ok ? 'believed' : verdict.reason;
  }

  let ledger: Identity;
  beforeEach(async () => {
    ledger = await createIdentity('ledger');
  });

  const facts = { to: 'harbor', nonce: asked.nonce, status: 200, body: BODY };

  test('is believed when it is the called one answering that very call', async () => {
    expect(await judgeAnswer(signAnswer(forge, facts, now))).toBe('believed');
  });

  test('is refused unsigned', async () => {
    expect(await judgeAnswer(undefined)).toBe('no-signature');
  });

  test('is refused from another platform of the same mesh', async () => {
    expect(await judgeAnswer(signAnswer(ledger, facts, now))).toBe('unknown-issuer');
  });

  test('is refused when it answers another call, another node, or says another thing', async () => {
    const other = { ...facts, nonce: 'another-nonce-22-characters' };
    expect(await judgeAnswer(signAnswer(forge, other, now))).toBe('wrong-request');
    expect(await judgeAnswer(signAnswer(forge, facts, now), 500)).toBe('wrong-request');
    const elsewhere = { ...facts, to: 'ledger' };
    expect(await judgeAnswer(signAnswer(forge, elsewhere, now))).toBe('wrong-audience');
    const changed = Buffer.from('{}');
    expect(await judgeAnswer(signAnswer(forge, facts, now), 200, changed)).toBe('wrong-body');
  });

  test('is refused from a wrong clock', async () => {
    expect(await judgeAnswer(signAnswer(forge, facts, now + 6_000))).toBe('clock-ahead');
    expect(await judgeAnswer(signAnswer(forge, facts, now - 36_000))).toBe('clock-behind');
  });
});
