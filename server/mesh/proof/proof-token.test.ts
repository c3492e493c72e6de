import { generateKeyPairSync } from 'node:crypto';
import { calculateJwkThumbprint, SignJWT } from 'jose';
import { beforeEach, expect, test } from 'vitest';
import { createIdentity, type Identity } from '../keys/identity.ts';
import { fixedKeyring } from '../keys/keyring.ts';
import type { FindKey } from '../wire/verdict.ts';
import { isProof, signProof } from './proof-token.ts';

const SUBJECT = { challenge: 'c', nonce: 'n', origin: 'https://console.example' };
const EXPECTED = { ...SUBJECT, peer: 'forge', commander: 'north' };

let forge: Identity;
let findKey: FindKey;

beforeEach(async () => {
  forge = await createIdentity('forge');
  ({ findKey } = await fixedKeyring([['forge', forge.jwks()]]));
});

const isValid = (token: string, expected = EXPECTED) =>
  isProof(token, expected, findKey, new AbortController().signal);

test('a proof is valid for its challenge, peer and commander alone', async () => {
  const token = signProof(forge, 'north', SUBJECT);
  expect(await isValid(token)).toBe(true);
  const others = { challenge: 'x', nonce: 'x', origin: 'x', peer: 'harbor', commander: 'south' };
  for (const [name, value] of Object.entries(others))
    expect([name, await isValid(token, { ...EXPECTED, [name]: value })]).toEqual([name, false]);
});

test('a proof is refused from another key, and with anything changed', async () => {
  expect(await isValid(signProof(await createIdentity('forge'), 'north', SUBJECT))).toBe(false);
  const posing = { ...(await createIdentity('forge')), kid: forge.kid };
  expect(await isValid(signProof(posing, 'north', SUBJECT))).toBe(false);
  const token = signProof(forge, 'north', SUBJECT);
  for (let place = 0; place < token.length - 1; place += 7) {
    const other = token[place] === 'A' ? 'B' : 'A';
    expect(await isValid(token.slice(0, place) + other + token.slice(place + 1))).toBe(false);
  }
  for (const text of ['', 'nonsense', `${token}.e30`, token.slice(0, token.lastIndexOf('.') + 1)])
    expect([text, await isValid(text)]).toEqual([text, false]);
});

test('a proof is refused with an unknown header, another type, or the algorithm none', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const jwk = publicKey.export({ format: 'jwk' });
  const kid = await calculateJwkThumbprint(jwk);
  ({ findKey } = await fixedKeyring([['forge', { keys: [{ ...jwk, kid }] }]]));
  const signed = (header: object) =>
    new SignJWT(SUBJECT)
      .setProtectedHeader({ alg: 'EdDSA', typ: 'route66-proof+jwt', kid, ...header })
      .setIssuer('forge')
      .setAudience('north')
      .sign(privateKey, { crit: { ours: true } });
  expect(await isValid(await signed({}))).toBe(true);
  expect(await isValid(await signed({ typ: 'route66-call+jwt' }))).toBe(false);
  expect(await isValid(await signed({ crit: ['ours'], ours: 1 }))).toBe(false);
  const [, payload] = (await signed({})).split('.');
  const none = Buffer.from('{"alg":"none","typ":"route66-proof+jwt"}').toString('base64url');
  expect(await isValid(`${none}.${payload}.`)).toBe(false);
});
