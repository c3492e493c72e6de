import { createHash } from 'node:crypto';
import * as z from 'zod/mini';

/**
 * The signed claims of calls and answers (docs/route66.md). A call is bound to caller, callee, method, path
 * and body, and is used once; an answer is bound to its call. Both are compact JWTs signed with Ed25519.
 */

/** How long a token is valid. */
export const TOKEN_LIFETIME_SEC = 30;
/** How far the clocks of two nodes may differ. */
export const CLOCK_TOLERANCE_SEC = 5;
/** Longer tokens are rejected unread. */
export const TOKEN_MAX_CHARS = 2048;

/** `Authorization: Route66 <token>` on a call. */
export const CALL_SCHEME = 'Route66';
/** Header of an answer. */
export const ANSWER_HEADER = 'route66-answer';

/** The JWT's `typ`, so that a token of one kind is never accepted as another. */
export const CALL_TOKEN = 'route66-call+jwt';
export const ANSWER_TOKEN = 'route66-answer+jwt';
/** See `challenge.ts`. */
export const PROOF_TOKEN = 'route66-proof+jwt';
export type TokenType = typeof CALL_TOKEN | typeof ANSWER_TOKEN | typeof PROOF_TOKEN;

const name = z.string().check(z.minLength(1), z.maxLength(64));
const nonce = z.string().check(z.minLength(22), z.maxLength(64));

const shared = {
  /** Platform id of the signer. */
  iss: name,
  /** Platform id of the receiver. */
  aud: name,
  /** Epoch seconds, with fractions. */
  iat: z.number(),
  exp: z.number(),
  /** SHA-256 of the body's bytes, base64url. */
  digest: z.string().check(z.maxLength(64)),
};

export const CallClaimsSchema = z.object({
  ...shared,
  /** Random, accepted once. */
  jti: nonce,
  method: z.string().check(z.maxLength(16)),
  path: z.string().check(z.maxLength(512)),
});
export type CallClaims = z.infer<typeof CallClaimsSchema>;

export const AnswerClaimsSchema = z.object({
  ...shared,
  /** `jti` of the answered call. */
  re: nonce,
  status: z.int(),
});

export const digestOf = (body: Uint8Array): string =>
  createHash('sha256').update(body).digest('base64url');

/** @returns `iat` and `exp` of a token created at `nowMs` */
export function lifetimeFrom(nowMs: number): { iat: number; exp: number } {
  const iat = nowMs / 1000;
  return { iat, exp: iat + TOKEN_LIFETIME_SEC };
}
