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

function der(tag: number, ...contents: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(contents.map((part) => Buffer.from(part)));
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

interface SelfSignedOptions {
  /** UTCTime, such as `200101000000Z`. */
  readonly from?: string;
  readonly to?: string;
  /** Two of one name look the same to whoever trusts both. */
  readonly name?: string;
}

/** @returns a new self-signed certificate for 127.0.0.1, and its key */
export function selfSigned({
  from = '200101000000Z',
  to = '491231235959Z',
  name: commonName = 'test',
}: SelfSignedOptions = {}): {
  cert: Buffer;
  key: Buffer;
} {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8, commonName))));
  const altNames = der(SEQUENCE, der(IP_ADDRESS, Buffer.from([127, 0, 0, 1])));
  const certificate = der(
    SEQUENCE,
    der(0xa0, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.from([1])),
    ECDSA_SHA256,
    name,
    der(SEQUENCE, der(UTC_TIME, from), der(UTC_TIME, to)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(SEQUENCE, der(SEQUENCE, SUBJECT_ALT_NAME, der(OCTET_STRING, altNames)))),
  );
  const signature = createSign('sha256').update(certificate).sign(privateKey);
  const whole = der(
    SEQUENCE,
    certificate,
    ECDSA_SHA256,
    der(BIT_STRING, Buffer.from([0]), signature),
  );
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  const pem = ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
  return {
    cert: Buffer.from(pem),
    key: Buffer.from(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  };
}
