import { beforeEach, describe, expect, test } from 'vitest';
import { createIdentity, type Identity } from '../keys/identity.ts';
import { fixedKeyring } from '../keys/keyring.ts';
import { ANSWER_TOKEN, CALL_TOKEN, digestOf, TOKEN_LIFETIME_SEC } from './claims.ts';
import { createNonces } from './nonces.ts';
import { signAnswer, signCall } from './token.ts';
import { type CallVerifier, createCallVerifier, verifyAnswer } from './verify.ts';

const SIGNAL = new AbortController().signal;
const BODY = Buffer.from('{"beat":1}');
const CALL = { to: 'harbor', method: 'POST', path: '/mesh/heartbeat', body: BODY };
const START = 1_800_000_000_000;

let now = START;
/** How far the clock was set back. */
let setBackMs = 0;
let forge: Identity;
let verifier: CallVerifier;

beforeEach(async () => {
  now = START;
  setBackMs = 0;
  forge = await createIdentity('forge');
  const { findKey } = await fixedKeyring([['forge', forge.jwks()]]);
  verifier = createCallVerifier({
    self: 'harbor',
    findKey,
    nonces: createNonces({ now: () => now, elapsed: () => now + setBackMs }),
    now: () => now,
  });
});

/** @returns 'accepted', or why not */
async function resultOf(
  token: string | undefined,
  { method = 'POST', path = CALL.path, body = BODY } = {},
): Promise<string> {
  const authorization = token === undefined ? undefined : `Route66 ${token}`;
  const call = { headers: { authorization }, method, target: path };
  const opened = await verifier.verifyHead(call, SIGNAL);
  if (!opened.ok) return opened.reason;
  const taken = await verifier.verifyBody(opened.value, body);
  return taken.ok ? 'accepted' : taken.reason;
}

const tokenOf = async (identity: Identity = forge, call = CALL) => signCall(identity, call, now);

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
  test('is accepted when all its claims are right', async () => {
    expect(await resultOf(await tokenOf())).toBe('accepted');
  });

  test('is refused without a signature, or with another scheme', async () => {
    expect(await resultOf(undefined)).toBe('no-signature');
    const authorization = `Bearer ${await tokenOf()}`;
    const call = { headers: { authorization }, method: 'POST', target: CALL.path };
    const opened = await verifier.verifyHead(call, SIGNAL);
    expect(opened).toEqual({ ok: false, reason: 'no-signature' });
  });

  test('is refused when it is not a token, or too long', async () => {
    expect(await resultOf('nonsense')).toBe('malformed');
    expect(await resultOf('x'.repeat(1_000_000))).toBe('malformed');
  });

  test('is refused from a platform outside the mesh', async () => {
    expect(await resultOf(await tokenOf(await createIdentity('stranger')))).toBe('unknown-issuer');
  });

  test('is refused with a key that its issuer does not publish', async () => {
    expect(await resultOf(await tokenOf(await createIdentity('forge')))).toBe('unknown-key');
  });

  test('is refused when another key signed under a published kid', async () => {
    const [genuine] = (await tokenOf()).split('.');
    const [, payload, signature] = (await tokenOf(await createIdentity('forge'))).split('.');
    expect(await resultOf([genuine, payload, signature].join('.'))).toBe('bad-signature');
  });

  test('is refused when its claims were changed after signing', async () => {
    const [header, , signature] = (await tokenOf()).split('.');
    const forged = Buffer.from(JSON.stringify(claims({ path: '/mesh/probe' }))).toString(
      'base64url',
    );
    expect(await resultOf([header, forged, signature].join('.'))).toBe('bad-signature');
  });

  test('is refused with the algorithm none', async () => {
    const header = { alg: 'none', typ: CALL_TOKEN, kid: forge.jwks().keys[0]?.kid };
    const parts = [header, claims({})].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    );
    expect(await resultOf(`${parts.join('.')}.`)).toBe('malformed');
  });

  test('is refused when it is meant for another node', async () => {
    expect(await resultOf(await tokenOf(forge, { ...CALL, to: 'ledger' }))).toBe('wrong-audience');
  });

  test('is refused with another method, path or query', async () => {
    expect(await resultOf(await tokenOf(), { method: 'GET' })).toBe('wrong-request');
    expect(await resultOf(await tokenOf(), { path: '/mesh/probe' })).toBe('wrong-request');
    expect(await resultOf(await tokenOf(), { path: `${CALL.path}?x=1` })).toBe('wrong-request');
  });

  test('is refused with another body', async () => {
    expect(await resultOf(await tokenOf(), { body: Buffer.from('{"beat":2}') })).toBe('wrong-body');
  });

  test('is refused when it is the token of an answer', async () => {
    const token = forge.sign(ANSWER_TOKEN, claims({}));
    expect(await resultOf(token)).toBe('malformed');
  });

  test('is refused without one of its claims', async () => {
    expect(await resultOf(forge.sign(CALL_TOKEN, claims({ jti: undefined })))).toBe('malformed');
    expect(await resultOf(forge.sign(CALL_TOKEN, claims({ digest: undefined })))).toBe('malformed');
    expect(await resultOf(forge.sign(CALL_TOKEN, claims({ exp: undefined })))).toBe('malformed');
  });
});

describe('a call in time', () => {
  test('is accepted once, and not again while it is valid', async () => {
    const token = await tokenOf();
    expect(await resultOf(token)).toBe('accepted');
    expect(await resultOf(token)).toBe('replayed');
    now += (TOKEN_LIFETIME_SEC + 5) * 1000;
    expect(await resultOf(token)).toBe('replayed');
    now += 1;
    expect(await resultOf(token)).toBe('clock-behind');
  });

  test('does not use up its nonce when its body was tampered with', async () => {
    const token = await tokenOf();
    expect(await resultOf(token, { body: Buffer.from('{}') })).toBe('wrong-body');
    expect(await resultOf(token)).toBe('accepted');
  });

  test('is accepted with a clock difference of up to five seconds', async () => {
    now = START + 60_000;
    const at = async (ms: number) => signCall(forge, CALL, now + ms);
    expect(await resultOf(await at(5_000))).toBe('accepted');
    expect(await resultOf(await at(5_001))).toBe('clock-ahead');
    expect(await resultOf(await at(-35_000))).toBe('accepted');
    expect(await resultOf(await at(-35_001))).toBe('clock-behind');
  });

  test('is refused when it is valid for too long, or not at all', async () => {
    const lives = (sec: number) => forge.sign(CALL_TOKEN, claims({ exp: now / 1000 + sec }));
    expect(await resultOf(await lives(TOKEN_LIFETIME_SEC + 1))).toBe('wrong-lifetime');
    expect(await resultOf(await lives(0))).toBe('wrong-lifetime');
  });

  test('is refused when it is older than the process, whose nonces start empty', async () => {
    const token = signCall(forge, CALL, START - 1);
    expect(await resultOf(token)).toBe('before-start');
  });

  test('is accepted after the clock was set back to before the start, but still no older one', async () => {
    setBackMs = 5 * 60 * 60_000;
    now -= setBackMs;
    expect(await resultOf(signCall(forge, CALL, now))).toBe('accepted');
    expect(await resultOf(signCall(forge, CALL, now - 1))).toBe('before-start');
  });
});

describe('an answer', () => {
  const asked = { self: 'harbor', platform: 'forge', nonce: 'a-nonce-of-22-characters' };

  async function resultOfAnswer(
    token: string | undefined,
    status = 200,
    body = BODY,
  ): Promise<string> {
    const { findKey } = await fixedKeyring([
      ['forge', forge.jwks()],
      ['ledger', ledger.jwks()],
    ]);
    const verdict = await verifyAnswer(
      { headers: { 'route66-answer': token }, status, body },
      asked,
      { findKey, now: () => now },
      SIGNAL,
    );
    return verdict.ok ? 'accepted' : verdict.reason;
  }

  let ledger: Identity;
  beforeEach(async () => {
    ledger = await createIdentity('ledger');
  });

  const answered = { to: 'harbor', nonce: asked.nonce, status: 200, body: BODY };

  test('is accepted from the called platform for this call', async () => {
    expect(await resultOfAnswer(signAnswer(forge, answered, now))).toBe('accepted');
  });

  test('is refused unsigned', async () => {
    expect(await resultOfAnswer(undefined)).toBe('no-signature');
  });

  test('is refused from another platform of the same mesh', async () => {
    expect(await resultOfAnswer(signAnswer(ledger, answered, now))).toBe('unknown-issuer');
  });

  test('is refused when it answers another call or node, or has another body', async () => {
    const other = { ...answered, nonce: 'another-nonce-22-characters' };
    expect(await resultOfAnswer(signAnswer(forge, other, now))).toBe('wrong-request');
    expect(await resultOfAnswer(signAnswer(forge, answered, now), 500)).toBe('wrong-request');
    const elsewhere = { ...answered, to: 'ledger' };
    expect(await resultOfAnswer(signAnswer(forge, elsewhere, now))).toBe('wrong-audience');
    const changed = Buffer.from('{}');
    expect(await resultOfAnswer(signAnswer(forge, answered, now), 200, changed)).toBe('wrong-body');
  });

  test('is refused from a wrong clock', async () => {
    expect(await resultOfAnswer(signAnswer(forge, answered, now + 6_000))).toBe('clock-ahead');
    expect(await resultOfAnswer(signAnswer(forge, answered, now - 36_000))).toBe('clock-behind');
  });
});
