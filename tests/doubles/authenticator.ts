import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** What a page gives to the browser, as the server made it. */
interface CreationOptions {
  readonly challenge: string;
  readonly rp: { readonly id?: string };
  readonly user: { readonly id: string };
  readonly excludeCredentials?: readonly { readonly id: string }[];
}

interface RequestOptions {
  readonly challenge: string;
  readonly rpId?: string;
  readonly allowCredentials?: readonly { readonly id: string }[];
}

/** How an answer differs from an honest one. */
interface Lies {
  readonly origin?: string;
  readonly rpId?: string;
  readonly userVerified?: boolean;
  readonly counter?: number;
  readonly challenge?: string;
  readonly crossOrigin?: boolean;
}

/** A browser with an authenticator of one credential (ES256, no attestation). */
export interface Authenticator {
  readonly id: string;
  /** Id of the account that it was made for. */
  userHandle: string;
  counter: number;
  create(options: CreationOptions, lies?: Lies): Record<string, unknown> & { id: string };
  get(options: RequestOptions, lies?: Lies): Record<string, unknown> & { id: string };
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const BACKUP_ELIGIBLE = 0x08;
const BACKED_UP = 0x10;
const HAS_CREDENTIAL = 0x40;

/**
 * @param origin of the page that asks
 * @param kind `synced`: a password manager keeps it on several devices, and it does not count its signatures
 */
export function createAuthenticator(
  origin: string,
  { synced = false }: { synced?: boolean } = {},
): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const backup = synced ? BACKUP_ELIGIBLE | BACKED_UP : 0;

  function clientData(type: string, challenge: string, lies: Lies): Buffer {
    const { crossOrigin = false } = lies;
    const said = { challenge: lies.challenge ?? challenge, origin: lies.origin ?? origin };
    return Buffer.from(JSON.stringify({ type, ...said, crossOrigin }));
  }

  function authenticatorData(rpId: string, flags: number, lies: Lies, rest: Buffer): Buffer {
    if (!synced) double.counter++;
    const verified = lies.userVerified === false ? 0 : USER_VERIFIED;
    const head = Buffer.alloc(5);
    head.writeUInt8(USER_PRESENT | verified | backup | flags, 0);
    head.writeUInt32BE(lies.counter ?? double.counter, 1);
    return Buffer.concat([sha256(lies.rpId ?? rpId), head, rest]);
  }

  const double: Authenticator = {
    id: credentialId.toString('base64url'),
    userHandle: '',
    counter: 0,
    create({ challenge, rp, user, excludeCredentials = [] }, lies = {}) {
      if (excludeCredentials.some(({ id }) => id === double.id))
        throw new DOMException('registered already', 'InvalidStateError');
      double.userHandle = user.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const credential = [Buffer.alloc(16), length, credentialId, coseKey(publicKey)];
      const data = authenticatorData(rp.id ?? '', HAS_CREDENTIAL, lies, Buffer.concat(credential));
      const attestation = map([
        [text('fmt'), text('none')],
        [text('attStmt'), map([])],
        [text('authData'), bytes(data)],
      ]);
      return answerOf({
        clientDataJSON: base64url(clientData('webauthn.create', challenge, lies)),
        attestationObject: base64url(attestation),
        transports: ['internal'],
      });
    },
    get({ challenge, rpId = '', allowCredentials = [] }, lies = {}) {
      if (allowCredentials.length > 0 && !allowCredentials.some(({ id }) => id === double.id))
        throw new DOMException('no such credential', 'NotAllowedError');
      const client = clientData('webauthn.get', challenge, lies);
      const data = authenticatorData(rpId, 0, lies, Buffer.alloc(0));
      return answerOf({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
        userHandle: double.userHandle,
      });
    },
  };

  function answerOf(response: object) {
    const { id } = double;
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  return double;
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const base64url = (data: Buffer) => data.toString('base64url');

/** COSE_Key (RFC 9053 section 7.1): EC2, ES256, P-256. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return map([
    [integer(1), integer(2)],
    [integer(3), integer(-7)],
    [integer(-1), integer(1)],
    [integer(-2), bytes(Buffer.from(x, 'base64url'))],
    [integer(-3), bytes(Buffer.from(y, 'base64url'))],
  ]);
}

// CBOR (RFC 8949), as much of it as an authenticator needs.

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 0x100) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff]);
}

const integer = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value));
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value]);
const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)]);
const map = (entries: readonly (readonly [Buffer, Buffer])[]) =>
  Buffer.concat([head(5, entries.length), ...entries.flat()]);
