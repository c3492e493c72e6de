import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { CompactSign, calculateJwkThumbprint, compactVerify, exportJWK, importJWK } from 'jose';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { fixedKeyring } from '../keys/keyring.ts';
import { CALL_TOKEN } from './claims.ts';
import { signJws, verifyJws } from './jws.ts';
import { readToken } from './token.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const HEADER = { alg: 'EdDSA', typ: 'call+jwt', kid: 'a' };
const CLAIMS = { iss: 'forge', aud: 'harbor', text: 'Zoë “€”' };

const keyFor = async (key: KeyObject) => importJWK(await exportJWK(key), 'EdDSA');

describe('a signature of ours', () => {
  const line = signJws(HEADER, CLAIMS, privateKey);

  test('is valid here and for the jose library', async () => {
    expect(verifyJws(line, publicKey)).toEqual(CLAIMS);
    const read = await compactVerify(line, await keyFor(publicKey), { algorithms: ['EdDSA'] });
    expect(JSON.parse(Buffer.from(read.payload).toString())).toEqual(CLAIMS);
    expect(read.protectedHeader).toEqual(HEADER);
  });

  test('is invalid for another key', () => {
    expect(verifyJws(line, generateKeyPairSync('ed25519').publicKey)).toBeNull();
  });

  test('is invalid with any character changed', () => {
    for (let place = 0; place < line.length - 1; place++) {
      const other = line[place] === 'A' ? 'B' : 'A';
      expect(verifyJws(line.slice(0, place) + other + line.slice(place + 1), publicKey)).toBeNull();
    }
  });

  test.each([
    ['cut', (whole: string) => whole.slice(0, -1)],
    ['without signature', (whole: string) => whole.slice(0, whole.lastIndexOf('.') + 1)],
    ['with a fourth part', (whole: string) => `${whole}.e30`],
    ['with padding', (whole: string) => `${whole}==`],
    ['empty', () => ''],
  ])('is invalid %s', (_, change) => {
    expect(verifyJws(change(line), publicKey)).toBeNull();
  });
});

test('a header with unknown fields is refused', async () => {
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  const { findKey } = await fixedKeyring([['forge', { keys: [{ ...jwk, kid }] }]]);
  const read = (header: Readonly<Record<string, string>>) =>
    readToken(
      { token: signJws(header, CLAIMS, privateKey), type: CALL_TOKEN, schema: z.unknown() },
      findKey,
      new AbortController().signal,
    );
  const header = { alg: 'EdDSA', typ: CALL_TOKEN, kid };
  expect(await read(header)).toEqual({ ok: true, value: CLAIMS });
  expect(await read({ ...header, crit: 'b64' })).toEqual({ ok: false, reason: 'malformed' });
  expect(await read({ ...header, alg: 'none' })).toEqual({ ok: false, reason: 'malformed' });
});

test('a signature of the jose library is valid here, and a payload that is not JSON is null', async () => {
  const signed = (text: string) =>
    keyFor(privateKey).then((key) =>
      new CompactSign(Buffer.from(text)).setProtectedHeader(HEADER).sign(key),
    );
  expect(verifyJws(await signed(JSON.stringify(CLAIMS)), publicKey)).toEqual(CLAIMS);
  expect(verifyJws(await signed('no JSON'), publicKey)).toBeNull();
});
