import { createSign, generateKeyPairSync } from 'node:crypto';

/** Tags of DER (ITU-T X.690). */
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
const OID = 0x06;
const UTF8 = 0x0c;
const UTC_TIME = 0x17;
const SEQUENCE = 0x30;
const SET = 0x31;

function der(tag: number, ...parts: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const { length } = content;
  return Buffer.concat([Buffer.from([tag, ...sizeOf(length)]), content]);
}

/** As short as it can be: browsers refuse any other. */
function sizeOf(length: number): number[] {
  if (length < 0x80) return [length];
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
}

const hex = (text: string) => Buffer.from(text, 'hex');
const ECDSA_SHA256 = der(SEQUENCE, der(OID, hex('2a8648ce3d040302')));
const COMMON_NAME = der(OID, hex('550403'));
const SUBJECT_ALT_NAME = der(OID, hex('551d11'));
const IP_ADDRESS = 0x87;

/** A certificate for 127.0.0.1 that nobody but its maker vouches for, made anew each time. */
export function selfSigned(): { cert: Buffer; key: Buffer } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8, 'test'))));
  const altNames = der(SEQUENCE, der(IP_ADDRESS, Buffer.from([127, 0, 0, 1])));
  const facts = der(
    SEQUENCE,
    der(0xa0, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.from([1])),
    ECDSA_SHA256,
    name,
    der(SEQUENCE, der(UTC_TIME, '200101000000Z'), der(UTC_TIME, '491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(SEQUENCE, der(SEQUENCE, SUBJECT_ALT_NAME, der(OCTET_STRING, altNames)))),
  );
  const signature = createSign('sha256').update(facts).sign(privateKey);
  const whole = der(SEQUENCE, facts, ECDSA_SHA256, der(BIT_STRING, Buffer.from([0]), signature));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  const pem = ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
  return {
    cert: Buffer.from(pem),
    key: Buffer.from(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  };
}
