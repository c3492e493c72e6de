import * as z from 'zod/mini';
import type { NoAnswer, Rejection } from '../failure.ts';
import {
  ANSWER_HEADER,
  ANSWER_TOKEN,
  AnswerClaimsSchema,
  CALL_SCHEME,
  CALL_TOKEN,
  type CallClaims,
  CallClaimsSchema,
  CLOCK_TOLERANCE_SEC,
  digestOf,
} from './claims.ts';
import type { Message } from './message-signature.ts';
import type { Nonces } from './nonces.ts';
import { isSignedMessage, partiesIn, readSignedMessage } from './signed-message.ts';
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
 * Verifies a peer's call in two steps, so that a stranger's body is never read: first the signature or, from
 * a node of an earlier release, the token; then the body. Only then the nonce is used up.
 */
export type CallVerifier = ReturnType<typeof createCallVerifier>;

/** With method and target. */
type Call = Message & { readonly method: string; readonly target: string };

interface CallVerifierDeps {
  /** Platform id of this node. */
  readonly self: string;
  readonly findKey: FindKey;
  readonly nonces: Nonces;
  readonly now: () => number;
}

export function createCallVerifier({ self, findKey, nonces, now }: CallVerifierDeps) {
  return {
    async verifyHead(
      call: Call,
      signal: AbortSignal,
    ): Promise<Verdict<CallClaims, Rejection | NoAnswer>> {
      const read = await readCall(call, findKey, signal);
      if (!read.ok) return read;
      const wrong =
        wrongCall(read.value, call) ?? wrongTime(read.value, now()) ?? tooOld(read.value);
      return wrong === null ? read : rejected(wrong);
    },
    async verifyBody(claims: CallClaims, body: Uint8Array): Promise<Verdict<CallClaims>> {
      if (claims.digest !== digestOf(body)) return rejected('wrong-body');
      const until = (claims.exp + CLOCK_TOLERANCE_SEC) * 1000;
      const claimed = await nonces.claim(claims.iss, claims.jti, until);
      if (claimed === 'new') return accepted(claims);
      return rejected(claimed === 'used' ? 'replayed' : 'too-many');
    },
  };

  function wrongCall(claims: CallClaims, call: Call): Rejection | null {
    if (claims.aud !== self) return 'wrong-audience';
    return claims.method === call.method && claims.path === call.target ? null : 'wrong-request';
  }

  function tooOld({ iat }: CallClaims): Rejection | null {
    return iat * 1000 < nonces.since ? 'before-start' : null;
  }
}

async function readCall(
  call: Call,
  findKey: FindKey,
  signal: AbortSignal,
): Promise<Verdict<CallClaims, Rejection | NoAnswer>> {
  if (isSignedMessage(call)) {
    const read = await readSignedMessage(call, 'route66-call', findKey, signal);
    if (!read.ok) return read;
    // The signature covers method and target: those of another request do not fit it.
    const { method, target: path } = call;
    return accepted({ ...read.value, jti: read.value.nonce, method, path });
  }
  const token = tokenIn(call);
  if (token === null) return rejected('no-signature');
  return readToken({ token, type: CALL_TOKEN, schema: CallClaimsSchema }, findKey, signal);
}

function tokenIn({ headers: { authorization = '' } }: Message): string | null {
  const [scheme, token, ...rest] = String(authorization).split(' ');
  return scheme === CALL_SCHEME && token && rest.length === 0 ? token : null;
}

/** Who a call or an answer claims to be from and for, and when it was signed (epoch milliseconds). Nothing is verified. */
export function readUnverifiedParties(message: Message): ReturnType<typeof partiesIn> {
  if (isSignedMessage(message)) return partiesIn(message);
  const token = tokenIn(message) ?? String(message.headers[ANSWER_HEADER] ?? '');
  const said = readUnverified(token, SaidSchema) ?? undefined;
  return { issuer: said?.iss, audience: said?.aud, at: said && said.iat * 1000 };
}

const SaidSchema = z.pick(CallClaimsSchema, { iss: true, aud: true, iat: true });

/** With its call, if that was signed as a message. */
interface ReceivedAnswer extends Message {
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
  const read = await readAnswer(answer, made.platform, findKey, signal);
  if (!read.ok) return read;
  const claims = read.value;
  if (claims.aud !== made.self) return rejected('wrong-audience');
  if (claims.re !== made.nonce || claims.status !== answer.status) return rejected('wrong-request');
  if (claims.digest !== digestOf(answer.body)) return rejected('wrong-body');
  const wrong = wrongTime(claims, now());
  return wrong === null ? accepted({ signedAt: claims.iat * 1000 }) : rejected(wrong);
}

async function readAnswer(
  answer: ReceivedAnswer,
  platform: string,
  findKey: FindKey,
  signal: AbortSignal,
): Promise<Verdict<z.infer<typeof AnswerClaimsSchema>, Rejection | NoAnswer>> {
  // Only keys of the called platform count.
  const findKeyOfCalled: FindKey = (issuer, kid, signal) =>
    issuer === platform
      ? findKey(issuer, kid, signal)
      : Promise.resolve(rejected('unknown-issuer'));
  if (isSignedMessage(answer)) {
    const read = await readSignedMessage(answer, 'route66-answer', findKeyOfCalled, signal);
    if (!read.ok) return read;
    return accepted({ ...read.value, re: read.value.nonce, status: answer.status });
  }
  const token = answer.headers[ANSWER_HEADER];
  if (typeof token !== 'string') return rejected('no-signature');
  return readToken(
    { token, type: ANSWER_TOKEN, schema: AnswerClaimsSchema },
    findKeyOfCalled,
    signal,
  );
}
