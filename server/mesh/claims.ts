import { createHash } from 'node:crypto';
import * as z from 'zod/mini';

/**
 * What is signed between nodes: a call, bound to who asks whom for what with which body, used once; and
 * its answer, bound to that very call. Both are compact JWTs signed with Ed25519 (docs/route66.md).
 */

/** A token is valid for this long after it was made. */
export const TOKEN_LIFETIME_SEC = 30;
/** How far the clocks of two nodes may differ. */
export const CLOCK_TOLERANCE_SEC = 5;
/** Longer ones are not read. */
export const TOKEN_MAX_CHARS = 2048;

/** `Authorization: Route66 <token>` on a call. */
export const CALL_SCHEME = 'Route66';
/** Header of an answer. */
export const ANSWER_HEADER = 'route66-answer';

/** The JWT's `typ`: a token of one kind is never taken for the other. */
export const CALL_TOKEN = 'route66-call+jwt';
export const ANSWER_TOKEN = 'route66-answer+jwt';
/** What a challenged node publishes; see `proof-token.ts`. */
export const PROOF_TOKEN = 'route66-proof+jwt';
export type TokenType = typeof CALL_TOKEN | typeof ANSWER_TOKEN | typeof PROOF_TOKEN;

const name = z.string().check(z.minLength(1), z.maxLength(64));
const nonce = z.string().check(z.minLength(22), z.maxLength(64));

const shared = {
  /** Platform id of the signer. */
  iss: name,
  /** Platform id of the one that it is meant for. */
  aud: name,
  /** Epoch seconds, with fractions. */
  iat: z.number(),
  exp: z.number(),
  /** SHA-256 of the body's bytes, base64url. */
  digest: z.string().check(z.maxLength(64)),
};

export const CallClaimsSchema = z.object({
  ...shared,
  /** Random, never taken twice. */
  jti: nonce,
  method: z.string().check(z.maxLength(16)),
  path: z.string().check(z.maxLength(512)),
});
export type CallClaims = z.infer<typeof CallClaimsSchema>;

export const AnswerClaimsSchema = z.object({
  ...shared,
  /** `jti` of the call that is answered. */
  re: nonce,
  status: z.int(),
});
export type AnswerClaims = z.infer<typeof AnswerClaimsSchema>;

export const digestOf = (body: Uint8Array): string =>
  createHash('sha256').update(body).digest('base64url');

/** @returns `iat` and `exp` of a token that is made at `nowMs` */
export function lifetimeFrom(nowMs: number): { iat: number; exp: number } {
  const iat = nowMs / 1000;
  return { iat, exp: iat + TOKEN_LIFETIME_SEC };
}
