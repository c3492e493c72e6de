import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { type InnerList, isInnerList, parseDictionary } from 'structured-headers';
import { describe, expect, test } from 'vitest';
import {
  component,
  contentDigest,
  digestIn,
  readSignature,
  signatureBase,
  signMessage,
} from './message-signature.ts';

/** RFC 9421, appendix B.1.4. */
const PRIVATE_KEY = createPrivateKey(`-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF
-----END PRIVATE KEY-----`);
const SIGNER = { signBytes: (bytes: Uint8Array) => sign(null, bytes, PRIVATE_KEY) };

/** RFC 9421, appendix B.2. */
const REQUEST = {
  method: 'POST',
  target: '/foo?param=Value&Pet=dog',
  headers: {
    host: 'example.com',
    date: 'Tue, 20 Apr 2021 02:07:55 GMT',
    'content-type': 'application/json',
    'content-digest':
      'sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:',
    'content-length': '18',
  },
};
/** RFC 9421, appendix B.2.6. */
const INPUT =
  'sig-b26=("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"';
const SIGNATURE =
  'sig-b26=:wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==:';

function listIn(field: string): InnerList {
  const [list] = parseDictionary(field).values();
  if (list === undefined || !isInnerList(list)) throw new Error(field);
  return list;
}

describe('the vectors of RFC 9421', () => {
  test('B.2.6: signature base and Ed25519 signature are those of the RFC', () => {
    expect(signatureBase(listIn(INPUT), REQUEST)?.text).toBe(
      [
        '"date": Tue, 20 Apr 2021 02:07:55 GMT',
        '"@method": POST',
        '"@path": /foo',
        '"@authority": example.com',
        '"content-type": application/json',
        '"content-length": 18',
        '"@signature-params": ("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"',
      ].join('\n'),
    );
    expect(signMessage(REQUEST, listIn(INPUT), 'sig-b26', SIGNER)).toEqual({
      'signature-input': INPUT,
      signature: SIGNATURE,
    });
  });

  test('B.2.6: the signature of the RFC is valid, and not of another message', () => {
    const fields = { 'signature-input': INPUT, signature: SIGNATURE };
    const isValid = (changed: object) => {
      const message = { ...REQUEST, ...changed };
      const signed = { ...message, headers: { ...message.headers, ...fields } };
      const read = readSignature(signed, 'sig-b26');
      if (read === undefined) return undefined;
      const base = Buffer.from(signatureBase(read.covered, signed)?.text ?? '');
      return verify(null, base, createPublicKey(PRIVATE_KEY), read.signature);
    };
    expect(isValid({})).toBe(true);
    expect(isValid({ method: 'PUT' })).toBe(false);
    expect(isValid({ headers: { ...REQUEST.headers, 'content-length': '19' } })).toBe(false);
  });

  test('2.2: derived components', () => {
    const base = (name: string, target: string) =>
      signatureBase([[component(name)], new Map()], { ...REQUEST, target })?.text.split('\n')[0];
    expect(base('@path', '/path?param=value')).toBe('"@path": /path');
    expect(base('@query', '/path?param=value&foo=bar&baz=bat%2Dman')).toBe(
      '"@query": ?param=value&foo=bar&baz=bat%2Dman',
    );
    expect(base('@query', '/path')).toBe('"@query": ?');
    expect(base('@status', '/path')).toBeUndefined();
  });

  test('2.4: an answer covers components of its request', () => {
    const request = {
      ...REQUEST,
      headers: { ...REQUEST.headers, signature: 'sig1=:YQ==:, sig2=:Yg==:' },
    };
    const covered: InnerList = [
      [
        component('@status'),
        component('@method', { req: true }),
        component('signature', { req: true, key: 'sig2' }),
      ],
      new Map(),
    ];
    expect(signatureBase(covered, { status: 503, headers: {}, request })?.text.split('\n')).toEqual(
      [
        '"@status": 503',
        '"@method";req: POST',
        '"signature";req;key="sig2": :Yg==:',
        '"@signature-params": ("@status" "@method";req "signature";req;key="sig2")',
      ],
    );
  });
});

test.each([
  ['named twice', '("date" "date")'],
  ['that the message lacks', '("x-missing")'],
  ['that are not known', '("@other")'],
  ['with unknown parameters', '("date";bs)'],
  ['of a request that it does not answer', '("date";req)'],
  ['that are no strings', '(date)'],
])('nothing covers components %s', (_, covered) => {
  expect(signatureBase(listIn(`a=${covered}`), REQUEST)).toBeUndefined();
});

test('the content digest is that of RFC 9530, and read beside others', () => {
  const digest = 'sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:';
  expect(contentDigest(Buffer.from('{"hello": "world"}'))).toBe(digest);
  const headers = { 'content-digest': [REQUEST.headers['content-digest'], digest] };
  expect(digestIn({ headers })).toBe('X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE');
  expect(digestIn(REQUEST)).toBeUndefined();
  expect(digestIn({ headers: { 'content-digest': 'nonsense' } })).toBeUndefined();
});
