import { randomBytes } from 'node:crypto';
import { ANSWER_TOKEN, CALL_TOKEN, digestOf, lifetimeFrom } from './claims.ts';
import type { Identity } from './identity.ts';

const NONCE_BYTES = 16;

export interface CallToSign {
  /** Platform id of the one that is called. */
  readonly to: string;
  readonly method: string;
  readonly path: string;
  readonly body: Uint8Array;
}

/** @returns the token of one call, and the nonce to which its answer must be bound */
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

export interface AnswerToSign {
  /** Platform id of the one that asked. */
  readonly to: string;
  /** The call's nonce. */
  readonly nonce: string;
  readonly status: number;
  readonly body: Uint8Array;
}

/** @returns the token that goes with an answer */
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
