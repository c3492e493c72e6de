import { randomBytes } from 'node:crypto';
import type { Identity } from '../keys/identity.ts';
import { ANSWER_TOKEN, CALL_TOKEN, digestOf, lifetimeFrom } from './claims.ts';

const NONCE_BYTES = 16;

interface CallToSign {
  /** Platform id of the callee. */
  readonly to: string;
  readonly method: string;
  readonly path: string;
  readonly body: Uint8Array;
}

/** @returns a call's token, and the nonce that its answer must name */
export function signCall(identity: Identity, call: CallToSign, nowMs: number) {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url');
  const token = identity.sign(CALL_TOKEN, {
    iss: identity.id,
    aud: call.to,
    ...lifetimeFrom(nowMs),
    jti: nonce,
    method: call.method,
    path: call.path,
    digest: digestOf(call.body),
  });
  return { token, nonce };
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
