import { type KeyObject, sign, verify } from 'node:crypto';

/**
 * Compact JSON Web Signatures (RFC 7515, section 7.1) with Ed25519 (RFC 8037), the one algorithm of the
 * mesh. Synchronous, because handing the work to a thread costs more than the work.
 */

/** Three base64url parts; the third is a signature of 64 bytes. */
const SHAPE = /^(?<input>[\w-]+\.(?<payload>[\w-]+))\.(?<signature>[\w-]{86})$/;

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** @returns header, payload and signature in compact form */
export function signJws(
  header: Readonly<Record<string, string>>,
  payload: Readonly<Record<string, unknown>>,
  key: KeyObject,
): string {
  const input = `${encode(header)}.${encode(payload)}`;
  return `${input}.${sign(null, Buffer.from(input), key).toString('base64url')}`;
}

/** @returns the payload; null when the signature is wrong or the text is not a compact JWS */
export function verifyJws(jws: string, key: KeyObject): unknown {
  const { input, payload, signature } = SHAPE.exec(jws)?.groups ?? {};
  if (input === undefined || payload === undefined || signature === undefined) return null;
  const isValid = verify(null, Buffer.from(input), key, Buffer.from(signature, 'base64url'));
  return isValid ? parse(Buffer.from(payload, 'base64url').toString('utf8')) : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
