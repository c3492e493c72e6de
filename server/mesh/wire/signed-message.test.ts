import { beforeEach, describe, expect, test } from 'vitest';
import { createIdentity, type Identity } from '../keys/identity.ts';
import { fixedKeyring } from '../keys/keyring.ts';
import { type Message, readSignature, signMessage } from './message-signature.ts';
import { createNonces } from './nonces.ts';
import { LIFETIME_SEC, prepareCall, signatureHeaders } from './signed-message.ts';
import { type CallVerifier, createCallVerifier, verifyAnswer } from './verify.ts';

const SIGNAL = new AbortController().signal;
const BODY = Buffer.from('{"beat":1}');
const CALL = { to: 'harbor', path: '/mesh/heartbeat', body: BODY };
const START = 1_800_000_000_123;

let now = START;
/** How far the clock was set back. */
let setBackMs = 0;
let forge: Identity;
let ledger: Identity;
let verifier: CallVerifier;

beforeEach(async () => {
  now = START;
  setBackMs = 0;
  [forge, ledger] = await Promise.all([createIdentity('forge'), createIdentity('ledger')]);
  const { findKey } = await fixedKeyring([['forge', forge.jwks()]]);
  verifier = createCallVerifier({
    self: 'harbor',
    findKey,
    nonces: createNonces({ now: () => now, elapsed: () => now + setBackMs }),
    now: () => now,
  });
});

const callOf = (identity = forge, changed: Partial<typeof CALL> = {}, at = now) =>
  prepareCall(identity, { ...CALL, ...changed }, at).request;

/** @returns 'accepted', or why not */
async function resultOf(
  call: Message & { readonly method: string; readonly target: string },
  body = BODY,
): Promise<string> {
  const opened = await verifier.verifyHead(call, SIGNAL);
  if (!opened.ok) return opened.reason;
  const taken = await verifier.verifyBody(opened.value, body);
  return taken.ok ? 'accepted' : taken.reason;
}

/** A call with one of its header fields changed after signing. */
function tampered(name: string, change: (value: string) => string, call = callOf()) {
  const value = (call.headers as Record<string, string>)[name] ?? '';
  expect(change(value)).not.toBe(value);
  return { ...call, headers: { ...call.headers, [name]: change(value) } };
}
const replaced = (name: string, from: string | RegExp, to: string, call = callOf()) =>
  tampered(name, (value) => value.replace(from, to), call);

/** A call that is valid for so long. */
function signedFor(sec: number) {
  const call = callOf();
  const [items, parameters] = readSignature(call, 'route66')?.covered ?? [[], new Map()];
  const expires = Math.floor(now / 1000) + sec;
  const covered = [items, new Map([...parameters, ['expires', expires]])] as const;
  const headers = { ...call.headers, ...signMessage(call, [...covered], 'route66', forge) };
  return { ...call, headers };
}

describe('a signed call', () => {
  test('is accepted, also with signatures of others', async () => {
    expect(await resultOf(callOf())).toBe('accepted');
    const both = replaced('signature-input', /^/, 'proxy=("@path");created=1, ');
    expect(await resultOf(replaced('signature', /^/, 'proxy=:YQ==:, ', both))).toBe('accepted');
  });

  test('is refused from strangers and with foreign keys', async () => {
    expect(await resultOf(callOf(await createIdentity('stranger')))).toBe('unknown-issuer');
    expect(await resultOf(callOf(await createIdentity('forge')))).toBe('unknown-key');
    const posing = { ...(await createIdentity('forge')), kid: forge.kid };
    expect(await resultOf(callOf(posing))).toBe('bad-signature');
    expect(await resultOf(callOf(forge, { to: 'ledger' }))).toBe('wrong-audience');
  });

  test.each([
    ['method', () => ({ ...callOf(), method: 'GET' }), 'bad-signature'],
    ['path', () => ({ ...callOf(), target: '/mesh/probe' }), 'bad-signature'],
    ['query', () => ({ ...callOf(), target: `${CALL.path}?x=1` }), 'bad-signature'],
    ['receiver', () => replaced('route66', 'to="harbor"', 'to="forge"'), 'bad-signature'],
    ['sender', () => replaced('route66', 'from="forge"', 'from="ledger"'), 'unknown-issuer'],
    ['time', () => replaced('route66', '0123', '0124'), 'bad-signature'],
    ['second', () => replaced('route66', '0123', '9123'), 'wrong-lifetime'],
    ['digest', () => replaced('content-digest', /:.{4}/, ':AAAA'), 'bad-signature'],
    ['nonce', () => replaced('signature-input', /nonce=".{4}/, 'nonce="AAAA'), 'bad-signature'],
    ['expiry', () => replaced('signature-input', '0030', '0031'), 'bad-signature'],
    ['signature', () => replaced('signature', /:.{4}/, ':AAAA'), 'bad-signature'],
  ])('is refused with another %s', async (_, call, reason) => {
    expect(await resultOf(call())).toBe(reason);
  });

  test.each([
    ['method', () => replaced('signature-input', '"@method" ', '')],
    ['digest', () => replaced('signature-input', '"content-digest" ', '')],
    ['method of itself', () => replaced('signature-input', '"@method"', '"@method";req')],
    ['nonce', () => replaced('signature-input', /nonce="[^"]*";/, '')],
    ['tag', () => replaced('signature-input', 'route66-call', 'route66-answer')],
    ['algorithm', () => replaced('signature-input', ';tag', ';alg="hmac-sha256";tag')],
    ['signature', () => replaced('signature', /.*/, '')],
    ['readable input', () => replaced('signature-input', /.*/, 'nonsense')],
    ['short input', () => replaced('signature-input', /$/, ` ${'x'.repeat(10_000)}`)],
    ['route66', () => replaced('route66', /.*/, '')],
  ])('is refused without its %s', async (_, call) => {
    expect(await resultOf(call())).toBe('malformed');
  });

  test('is refused with another body, and accepted with its own afterwards', async () => {
    const call = callOf();
    expect(await resultOf(call, Buffer.from('{"beat":2}'))).toBe('wrong-body');
    expect(await resultOf(call)).toBe('accepted');
  });

  test('is accepted once', async () => {
    const call = callOf();
    expect(await resultOf(call)).toBe('accepted');
    expect(await resultOf(call)).toBe('replayed');
    now += 34_000;
    expect(await resultOf(call)).toBe('replayed');
    now += 1_000;
    expect(await resultOf(call)).toBe('clock-behind');
  });

  test('is refused unsigned, or when it is valid for too long', async () => {
    const token = { authorization: 'Route66 eyJhbGciOiJFZERTQSJ9.e30.AAAA' };
    expect(await resultOf({ ...callOf(), headers: token })).toBe('no-signature');
    expect(await resultOf(signedFor(LIFETIME_SEC + 1))).toBe('wrong-lifetime');
    expect(await resultOf(signedFor(0))).toBe('wrong-lifetime');
  });

  test('is accepted after the clock was set back to before the start, but still no older one', async () => {
    setBackMs = 5 * 60 * 60_000;
    now -= setBackMs;
    expect(await resultOf(callOf())).toBe('accepted');
    expect(await resultOf(callOf(forge, {}, now - 1))).toBe('before-start');
  });

  test('is refused from a wrong clock, and from before this start', async () => {
    expect(await resultOf(callOf(forge, {}, START - 1))).toBe('before-start');
    now = START + 60_000;
    expect(await resultOf(callOf(forge, {}, now + 5_000))).toBe('accepted');
    expect(await resultOf(callOf(forge, {}, now + 5_001))).toBe('clock-ahead');
    expect(await resultOf(callOf(forge, {}, now - 36_001))).toBe('clock-behind');
  });
});

describe('a signed answer', () => {
  const nonce = 'a-nonce-of-22-characters';
  const made = { self: 'harbor', platform: 'forge', nonce };

  async function resultOfAnswer(
    answer: Partial<Message>,
    { request = callOf(), status = 200, body = BODY } = {},
  ): Promise<string> {
    const { findKey } = await fixedKeyring([
      ['forge', forge.jwks()],
      ['ledger', ledger.jwks()],
    ]);
    const verdict = await verifyAnswer(
      { headers: {}, request, ...answer, status, body },
      made,
      { findKey, now: () => now },
      SIGNAL,
    );
    return verdict.ok ? 'accepted' : verdict.reason;
  }
  const answerOf = (request: Message, identity = forge, given: object = {}) => ({
    headers: signatureHeaders(
      identity,
      'route66-answer',
      { status: 200, request },
      { to: 'harbor', nonce, body: BODY, nowMs: now, ...given },
    ),
  });

  test('is accepted for its call, from the called platform', async () => {
    const request = callOf();
    expect(await resultOfAnswer(answerOf(request), { request })).toBe('accepted');
  });

  test('is refused for another call, status, body, receiver or from another platform', async () => {
    const request = callOf();
    const answer = answerOf(request);
    expect(await resultOfAnswer({})).toBe('no-signature');
    expect(await resultOfAnswer(answer, { request: callOf() })).toBe('bad-signature');
    expect(await resultOfAnswer(answer, { request, status: 500 })).toBe('bad-signature');
    const body = Buffer.from('{}');
    expect(await resultOfAnswer(answer, { request, body })).toBe('wrong-body');
    expect(await resultOfAnswer(answerOf(request, forge, { to: 'ledger' }), { request })).toBe(
      'wrong-audience',
    );
    expect(await resultOfAnswer(answerOf(request, ledger), { request })).toBe('unknown-issuer');
    const call = { to: 'harbor', nonce, body: BODY, nowMs: now };
    const asCall = signatureHeaders(forge, 'route66-call', { method: 'POST', target: '/' }, call);
    expect(await resultOfAnswer({ headers: asCall }, { request })).toBe('malformed');
  });

  test('is refused for another nonce, and from a wrong clock', async () => {
    const request = callOf();
    const result = (given: object) => resultOfAnswer(answerOf(request, forge, given), { request });
    expect(await result({ nonce: 'another-nonce-22-characters' })).toBe('wrong-request');
    expect(await result({ nowMs: now + 6_000 })).toBe('clock-ahead');
    expect(await result({ nowMs: now - 37_000 })).toBe('clock-behind');
  });
});
