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
import type { Distrust, Silence } from './failure.ts';
import type { Nonces } from './nonces.ts';
import { believe, distrust, type FindKey, readToken, type Verdict, wrongTime } from './token.ts';

/**
 * Decides whether a sister's call is believed. In two steps, so that a stranger's body is never read:
 * `open` looks at the token alone, `take` at the body, and only then uses up the nonce.
 */
export interface Verifier {
  open(call: ReceivedCall, signal: AbortSignal): Promise<Verdict<CallClaims, Distrust | Silence>>;
  take(claims: CallClaims, body: Uint8Array): Verdict<CallClaims>;
}

export interface ReceivedCall {
  readonly authorization: string | undefined;
  readonly method: string;
  /** As it was requested, with its query. */
  readonly path: string;
}

interface VerifierParts {
  /** Platform id of this node. */
  readonly self: string;
  readonly findKey: FindKey;
  readonly nonces: Nonces;
  readonly now: () => number;
}

export function createVerifier({ self, findKey, nonces, now }: VerifierParts): Verifier {
  // Nonces live in memory: what was signed before this process started may have been taken by the last one.
  const startedSec = now() / 1000;

  return {
    async open(call, signal) {
      const token = tokenIn(call.authorization);
      if (token === null) return distrust('no-signature');
      const read = await readToken(
        { token, type: CALL_TOKEN, schema: CallClaimsSchema },
        findKey,
        signal,
      );
      if (!read.ok) return read;
      const wrong =
        wrongCall(read.value, call) ?? wrongTime(read.value, now()) ?? tooOld(read.value);
      return wrong === null ? read : distrust(wrong);
    },
    take(claims, body) {
      if (claims.digest !== digestOf(body)) return distrust('wrong-body');
      const until = (claims.exp + CLOCK_TOLERANCE_SEC) * 1000;
      const taken = nonces.take(claims.iss, claims.jti, until);
      if (taken === 'new') return believe(claims);
      return distrust(taken === 'taken' ? 'replayed' : 'too-many');
    },
  };

  function wrongCall(claims: CallClaims, call: ReceivedCall): Distrust | null {
    if (claims.aud !== self) return 'wrong-audience';
    return claims.method === call.method && claims.path === call.path ? null : 'wrong-request';
  }

  function tooOld({ iat }: CallClaims): Distrust | null {
    return iat < startedSec ? 'before-start' : null;
  }
}

function tokenIn(authorization: string | undefined): string | null {
  const [scheme, token, ...rest] = (authorization ?? '').split(' ');
  return scheme === CALL_SCHEME && token && rest.length === 0 ? token : null;
}

export interface ReceivedAnswer {
  /** The answer's header, when it has one. */
  readonly token: string | undefined;
  readonly status: number;
  readonly body: Uint8Array;
}

/** To whom the call went, from whom, and its nonce. */
export interface Asked {
  readonly self: string;
  readonly platform: string;
  readonly nonce: string;
}

/** Decides whether an answer really is that sister's answer to that very call. */
export async function verifyAnswer(
  answer: ReceivedAnswer,
  asked: Asked,
  { findKey, now }: { readonly findKey: FindKey; readonly now: () => number },
  signal: AbortSignal,
): Promise<Verdict<null, Distrust | Silence>> {
  if (answer.token === undefined) return distrust('no-signature');
  const read = await readToken(
    { token: answer.token, type: ANSWER_TOKEN, schema: AnswerClaimsSchema },
    // Whoever answers in the name of another is looked up under the name that was called.
    (issuer, kid, signal) =>
      issuer === asked.platform
        ? findKey(issuer, kid, signal)
        : Promise.resolve(distrust('unknown-issuer')),
    signal,
  );
  if (!read.ok) return read;
  const claims = read.value;
  if (claims.aud !== asked.self) return distrust('wrong-audience');
  if (claims.re !== asked.nonce || claims.status !== answer.status)
    return distrust('wrong-request');
  if (claims.digest !== digestOf(answer.body)) return distrust('wrong-body');
  const wrong = wrongTime(claims, now());
  return wrong === null ? believe(null) : distrust(wrong);
}
