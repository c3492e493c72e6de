import { type KeyObject, randomBytes } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import * as z from 'zod/mini';
import type { NoAnswer, Rejection } from '../failure.ts';
import type { Identity } from '../keys/identity.ts';
import {
  ANSWER_TOKEN,
  CALL_TOKEN,
  CLOCK_TOLERANCE_SEC,
  digestOf,
  lifetimeFrom,
  TOKEN_LIFETIME_SEC,
  TOKEN_MAX_CHARS,
  type TokenType,
} from './claims.ts';
import { verifyJws } from './jws.ts';

const NONCE_BYTES = 16;

export const newNonce = (): string => randomBytes(NONCE_BYTES).toString('base64url');

interface CallToSign {
  /** Platform id of the callee. */
  readonly to: string;
  readonly method: string;
  readonly path: string;
  readonly body: Uint8Array;
}

/** @returns a call's token */
export function signCall(
  identity: Identity,
  call: CallToSign,
  nowMs: number,
  nonce: string = newNonce(),
) {
  return identity.sign(CALL_TOKEN, {
    iss: identity.id,
    aud: call.to,
    ...lifetimeFrom(nowMs),
    jti: nonce,
    method: call.method,
    path: call.path,
    digest: digestOf(call.body),
  });
}

interface AnswerToSign {
  /** Platform id of the caller. */
  readonly to: string;
  /** The call's nonce. */
  readonly nonce: string;
  readonly status: number;
  readonly body: Uint8Array;
}

/** @returns an answer's token */
export function signAnswer(identity: Identity, answer: AnswerToSign, nowMs: number) {
  return identity.sign(ANSWER_TOKEN, {
    iss: identity.id,
    aud: answer.to,
    ...lifetimeFrom(nowMs),
    re: answer.nonce,
    status: answer.status,
    digest: digestOf(answer.body),
  });
}

/** The verified value, or why there is none. */
export type Verdict<T, Reason = Rejection> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: Reason };

export const accepted = <T>(value: T) => ({ ok: true, value }) as const;
export const rejected = <Reason>(reason: Reason) => ({ ok: false, reason }) as const;

/** Finds the key that a platform signs with, or says why there is none. */
export type FindKey = (
  issuer: string,
  kid: string,
  signal: AbortSignal,
) => Promise<Verdict<KeyObject, 'unknown-issuer' | 'unknown-key' | 'wrong-identity' | NoAnswer>>;

/** Strict: an unknown header may demand unsupported processing (`crit`, RFC 7515 section 4.1.11). */
const HeaderSchema = z.strictObject({ alg: z.literal('EdDSA'), typ: z.string(), kid: z.string() });
const IssuerSchema = z.object({ iss: z.string() });

interface Token<Schema extends z.ZodMiniType> {
  readonly token: string;
  readonly type: TokenType;
  readonly schema: Schema;
}

/** Verifies type, key, signature and shape, but not the times. @returns the claims */
export async function readToken<Schema extends z.ZodMiniType>(
  { token, type, schema }: Token<Schema>,
  findKey: FindKey,
  signal: AbortSignal,
): Promise<Verdict<z.infer<Schema>, Rejection | NoAnswer>> {
  const head = readUnverifiedHead(token);
  if (head === null || head.typ !== type) return rejected('malformed');
  const key = await findKey(head.iss, head.kid, signal);
  if (!key.ok) return key;
  const payload = verifyJws(token, key.value);
  if (payload === null) return rejected('bad-signature');
  const claims = z.safeParse(schema, payload);
  return claims.success ? accepted(claims.data) : rejected('malformed');
}

/** What is needed to find the key; not verified yet. */
function readUnverifiedHead(token: string): { typ: string; kid: string; iss: string } | null {
  const issuer = readUnverified(token, IssuerSchema);
  if (issuer === null) return null;
  try {
    return { ...z.parse(HeaderSchema, decodeProtectedHeader(token)), ...issuer };
  } catch {
    return null;
  }
}

/** @returns claims that nobody has verified; null when they do not fit the schema */
export function readUnverified<Schema extends z.ZodMiniType>(
  token: string,
  schema: Schema,
): z.infer<Schema> | null {
  if (token.length > TOKEN_MAX_CHARS) return null;
  try {
    return z.parse(schema, decodeJwt(token));
  } catch {
    return null;
  }
}

/** @returns what is wrong with a token's times by this node's clock; null when nothing is */
export function wrongTime(
  { iat, exp }: { readonly iat: number; readonly exp: number },
  nowMs: number,
): Rejection | null {
  const now = nowMs / 1000;
  if (exp <= iat || exp - iat > TOKEN_LIFETIME_SEC) return 'wrong-lifetime';
  if (iat > now + CLOCK_TOLERANCE_SEC) return 'clock-ahead';
  if (exp < now - CLOCK_TOLERANCE_SEC) return 'clock-behind';
  return null;
}
