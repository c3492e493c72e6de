import * as z from 'zod/mini';

/**
 * Detached signatures over JSON, which can be passed on, kept in a file and verified there (docs/route66.md). Each is an HTTP message
 * signature (RFC 9421) that covers one field, the `content-digest` (RFC 9530) of the value as canonical JSON (RFC 8785).
 */

/** What a signature is for, so that one for a purpose is never accepted for another. */
export type DetachedTag = 'route66-testimony' | 'route66-log-head' | 'route66-witness';

const INPUT_MAX_CHARS = 256;
const INPUT =
  /^\("content-digest"\);created=(?<created>\d{1,12});keyid="(?<keyid>[\w-]{43})";tag="(?<tag>[a-z\d-]{1,40})"$/;

export const DetachedSignatureSchema = z.object({
  /** The signature's parameters, as in `Signature-Input`. */
  input: z.string().check(z.maxLength(INPUT_MAX_CHARS), z.regex(INPUT)),
  /** Ed25519, base64. */
  signature: z.string().check(z.regex(/^[A-Za-z\d+/]{86}==$/)),
});
export type DetachedSignature = z.infer<typeof DetachedSignatureSchema>;

interface DetachedParameters {
  /** Epoch seconds. */
  readonly created: number;
  /** Thumbprint (RFC 7638) of the signer's key. */
  readonly keyid: string;
  readonly tag: string;
}

/** @returns a JSON value's canonical text: members sorted, numbers and strings as JavaScript writes them */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

export const inputOf = ({ created, keyid, tag }: DetachedParameters): string =>
  `("content-digest");created=${created};keyid="${keyid}";tag="${tag}"`;

/** @returns undefined when it is not an input of these signatures */
export function readInput(input: string): DetachedParameters | undefined {
  const { created, keyid, tag } = INPUT.exec(input)?.groups ?? {};
  if (created === undefined || keyid === undefined || tag === undefined) return undefined;
  return { created: Number(created), keyid, tag };
}

/**
 * @param digest SHA-256 of the canonical JSON, base64
 * @returns what is signed
 */
export const signatureBaseOf = (digest: string, input: string): string =>
  `"content-digest": sha-256=:${digest}:\n"@signature-params": ${input}`;
