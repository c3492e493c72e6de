import * as z from 'zod/mini';
import type { NoAnswer, Rejection } from '../failure.ts';
import {
  ANSWER_TOKEN,
  AnswerClaimsSchema,
  CALL_SCHEME,
  CALL_TOKEN,
  type CallClaims,
  CallClaimsSchema,
  CLOCK_TOLERANCE_SEC,
  digestOf,
} from './claims.ts';
import type { Nonces } from './nonces.ts';
import {
  accepted,
  type FindKey,
  readToken,
  readUnverified,
  rejected,
  type Verdict,
  wrongTime,
} from './token.ts';

/**
 * Verifies a peer's call in two steps, so that a stranger's body is never read: first the token, then
 * the body. Only then the nonce is used up.
 */
export interface CallVerifier {
  verifyToken(
    call: ReceivedCall,
    signal: AbortSignal,
  ): Promise<Verdict<CallClaims, Rejection | NoAnswer>>;
  verifyBody(claims: CallClaims, body: Uint8Array): Promise<Verdict<CallClaims>>;
}

interface ReceivedCall {
  readonly authorization: string | undefined;
  readonly method: string;
  /** As requested, with the query. */
  readonly path: string;
}

interface CallVerifierDeps {
  /** Platform id of this node. */
  readonly self: string;
  readonly findKey: FindKey;
  readonly nonces: Nonces;
  readonly now: () => number;
}

export function createCallVerifier({ self, findKey, nonces, now }: CallVerifierDeps): CallVerifier {
  return {
    async verifyToken(call, signal) {
      const token = tokenIn(call.authorization);
      if (token === null) return rejected('no-signature');
      const read = await readToken(
        { token, type: CALL_TOKEN, schema: CallClaimsSchema },
        findKey,
        signal,
      );
      if (!read.ok) return read;
      const wrong =
        wrongCall(read.value, call) ?? wrongTime(read.value, now()) ?? tooOld(read.value);
      return wrong === null ? read : rejected(wrong);
    },
    async verifyBody(claims, body) {
      if (claims.digest !== digestOf(body)) return rejected('wrong-body');
      const until = (claims.exp + CLOCK_TOLERANCE_SEC) * 1000;
      const claimed = await nonces.claim(claims.iss, claims.jti, until);
      if (claimed === 'new') return accepted(claims);
      return rejected(claimed === 'used' ? 'replayed' : 'too-many');
    },
  };

  function wrongCall(claims: CallClaims, call: ReceivedCall): Rejection | null {
    if (claims.aud !== self) return 'wrong-audience';
    return claims.method === call.method && claims.path === call.path ? null : 'wrong-request';
  }

  function tooOld({ iat }: CallClaims): Rejection | null {
    return iat * 1000 < nonces.since ? 'before-start' : null;
  }
}

function tokenIn(authorization: string | undefined): string | null {
  const [scheme, token, ...rest] = (authorization ?? '').split(' ');
  return scheme === CALL_SCHEME && token && rest.length === 0 ? token : null;
}

/** For the log: who a call claims to come from and to be meant for. Nothing is verified. */
export function readUnverifiedParties(authorization: string | undefined): {
  readonly issuer: string | undefined;
  readonly audience: string | undefined;
} {
  const token = tokenIn(authorization);
  const parties = token === null ? null : readUnverified(token, PartiesSchema);
  return { issuer: parties?.iss, audience: parties?.aud };
}

const PartiesSchema = z.pick(CallClaimsSchema, { iss: true, aud: true });

interface ReceivedAnswer {
  /** The answer's header; undefined without one. */
  readonly token: string | undefined;
  readonly status: number;
  readonly body: Uint8Array;
}

/** The call that an answer belongs to. */
interface CallMade {
  readonly self: string;
  readonly platform: string;
  readonly nonce: string;
}

/**
 * Verifies that an answer is the called peer's answer to this call.
 *
 * @returns when it was signed by the peer's clock, in epoch milliseconds
 */
export async function verifyAnswer(
  answer: ReceivedAnswer,
  made: CallMade,
  { findKey, now }: { readonly findKey: FindKey; readonly now: () => number },
  signal: AbortSignal,
): Promise<Verdict<{ readonly signedAt: number }, Rejection | NoAnswer>> {
  if (answer.token === undefined) return rejected('no-signature');
  const read = await readToken(
    { token: answer.token, type: ANSWER_TOKEN, schema: AnswerClaimsSchema },
    // Only keys of the called platform count.
    (issuer, kid, signal) =>
      issuer === made.platform
        ? findKey(issuer, kid, signal)
        : Promise.resolve(rejected('unknown-issuer')),
    signal,
  );
  if (!read.ok) return read;
  const claims = read.value;
  if (claims.aud !== made.self) return rejected('wrong-audience');
  if (claims.re !== made.nonce || claims.status !== answer.status) return rejected('wrong-request');
  if (claims.digest !== digestOf(answer.body)) return rejected('wrong-body');
  const wrong = wrongTime(claims, now());
  return wrong === null ? accepted({ signedAt: claims.iat * 1000 }) : rejected(wrong);
}
