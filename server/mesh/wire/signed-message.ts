import { randomBytes, verify } from 'node:crypto';
import { serializeDictionary, serializeItem } from 'structured-headers';
import * as z from 'zod/mini';
import type { Rejection } from '../../outgoing/failure.ts';
import type { NoAnswer } from '../../outgoing/no-answer.ts';
import type { Identity } from '../keys/identity.ts';
import {
  component,
  contentDigest,
  dictionaryIn,
  digestIn,
  type Message,
  readSignature,
  signatureBase,
  signMessage,
} from './message-signature.ts';
import { accepted, type FindKey, rejected, type Verdict } from './verdict.ts';

/**
 * Calls and answers as signed HTTP messages (docs/route66.md). The field `route66` holds who sends them to whom, and when in milliseconds,
 * because a signature's own times are whole seconds. An answer covers the signature of its call.
 */

/** How long a signature is valid. */
export const LIFETIME_SEC = 30;
/** Longer signatures, with what they cover, are rejected unread. */
const MAX_CHARS = 2048;
const NONCE_BYTES = 16;
/** The signature's name among those of others. */
const LABEL = 'route66';
const FIELD = 'route66';

const CALL = ['@method', '@path', '@query', 'content-digest', FIELD].map((name) => component(name));
const ANSWER = [
  ...['@status', 'content-digest', FIELD].map((name) => component(name)),
  component('signature', { req: true, key: LABEL }),
];
/** What a signature is for is its `tag`. */
const KINDS = { 'route66-call': CALL, 'route66-answer': ANSWER } as const;
type Kind = keyof typeof KINDS;
const NAMES = {
  'route66-call': CALL.map((item) => serializeItem(item)),
  'route66-answer': ANSWER.map((item) => serializeItem(item)),
} as const;

interface MessageToSign {
  /** Platform id of the receiver. */
  readonly to: string;
  /** Of the call, also in its answer. */
  readonly nonce: string;
  readonly body: Uint8Array;
  readonly nowMs: number;
}

/** @returns the header fields that sign a message, for it to be sent with them */
export function signatureHeaders(
  identity: Identity,
  kind: Kind,
  message: Omit<Message, 'headers'>,
  { to, nonce, body, nowMs }: MessageToSign,
): Record<string, string> {
  const at = Math.floor(nowMs);
  const created = Math.floor(at / 1000);
  const headers = {
    'content-digest': contentDigest(body),
    [FIELD]: serializeDictionary({ from: identity.id, to, at }),
  };
  const parameters = { created, expires: created + LIFETIME_SEC, nonce };
  const all = new Map(Object.entries({ ...parameters, keyid: identity.kid, tag: kind }));
  return {
    ...headers,
    ...signMessage({ ...message, headers }, [KINDS[kind], all], LABEL, identity),
  };
}

/** What a signed message says, in the words of JWT's claims. */
const ClaimsSchema = z.object({
  iss: z.string().check(z.maxLength(64)),
  aud: z.string().check(z.maxLength(64)),
  iat: z.number(),
  exp: z.int(),
  created: z.int(),
  nonce: z.string().check(z.minLength(22), z.maxLength(64)),
  digest: z.string().check(z.maxLength(64)),
  keyid: z.string().check(z.maxLength(128)),
  alg: z.optional(z.literal('ed25519')),
});
export type SignedClaims = z.infer<typeof ClaimsSchema>;

/** Verifies key, signature and shape, but neither the body nor whether the times are now. */
export async function readSignedMessage(
  message: Message,
  kind: Kind,
  findKey: FindKey,
  signal: AbortSignal,
): Promise<Verdict<SignedClaims, Rejection | NoAnswer>> {
  const { 'signature-input': input, signature = '' } = message.headers;
  if (input === undefined) return rejected('no-signature');
  if (input.length + signature.length > MAX_CHARS) return rejected('malformed');
  const read = readSignature(message, LABEL);
  if (read === undefined) return rejected('malformed');
  const { created, expires: exp, nonce, keyid, tag, alg } = read.parameters;
  const { issuer: iss, audience: aud, at } = partiesIn(message);
  const iat = at === undefined ? undefined : at / 1000;
  const said = { iss, aud, iat, exp, created, nonce, keyid, alg, digest: digestIn(message) };
  const claims = z.safeParse(ClaimsSchema, said);
  const base = signatureBase(read.covered, message);
  const isWhole = tag === kind && NAMES[kind].every((name) => base?.components.has(name));
  if (!claims.success || base === undefined || !isWhole) return rejected('malformed');
  if (Math.floor(claims.data.iat) !== claims.data.created) return rejected('wrong-lifetime');
  const key = await findKey(claims.data.iss, claims.data.keyid, signal);
  if (!key.ok) return key;
  return verify(null, Buffer.from(base.text), key.value, read.signature)
    ? accepted(claims.data)
    : rejected('bad-signature');
}

/** Who a message says it is from and for, and when it was signed; nothing is verified. */
export function partiesIn(message: Message): {
  readonly issuer: string | undefined;
  readonly audience: string | undefined;
  /** Epoch milliseconds. */
  readonly at: number | undefined;
} {
  const field = dictionaryIn(message, FIELD);
  const [from, to, at] = ['from', 'to', 'at'].map((name) => field?.get(name)?.[0]);
  return {
    issuer: typeof from === 'string' ? from : undefined,
    audience: typeof to === 'string' ? to : undefined,
    at: typeof at === 'number' ? at : undefined,
  };
}

interface OutgoingCall {
  /** Platform id of the callee. */
  readonly to: string;
  readonly path: string;
  readonly body: Uint8Array;
}

/** @returns a call as it is sent, and the nonce that its answer must name */
export function prepareCall(identity: Identity, { to, path, body }: OutgoingCall, nowMs: number) {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url');
  const request = { method: 'POST', target: path } as const;
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    ...signatureHeaders(identity, 'route66-call', request, { to, nonce, body, nowMs }),
  };
  return { nonce, request: { ...request, headers } };
}
