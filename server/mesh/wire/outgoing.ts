import type { Identity } from '../keys/identity.ts';
import { ANSWER_HEADER, CALL_SCHEME, type CallClaims } from './claims.ts';
import type { Message } from './message-signature.ts';
import { isSignedMessage, signatureHeaders } from './signed-message.ts';
import { newNonce, signAnswer, signCall } from './token.ts';

interface OutgoingCall {
  /** Platform id of the callee. */
  readonly to: string;
  readonly path: string;
  readonly body: Uint8Array;
  /** Whether a node of an earlier release may be called, which knows only tokens. */
  readonly withToken: boolean;
}

/** @returns a call as it is sent, and the nonce that its answer must name */
export function prepareCall(
  identity: Identity,
  { to, path, body, withToken }: OutgoingCall,
  nowMs: number,
) {
  const nonce = newNonce();
  const request = { method: 'POST', target: path } as const;
  const token = () => signCall(identity, { to, method: 'POST', path, body }, nowMs, nonce).token;
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    ...signatureHeaders(identity, 'route66-call', request, { to, nonce, body, nowMs }),
    ...(withToken && { authorization: `${CALL_SCHEME} ${token()}` }),
  };
  return { nonce, request: { ...request, headers } };
}

/** @returns the header fields of an answer: signed as its call was */
export function answerHeaders(
  identity: Identity,
  call: Message,
  { iss: to, jti: nonce }: Pick<CallClaims, 'iss' | 'jti'>,
  { status, body, nowMs }: { status: number; body: Uint8Array; nowMs: number },
): Record<string, string> {
  const answer = { status, request: call };
  return isSignedMessage(call)
    ? signatureHeaders(identity, 'route66-answer', answer, { to, nonce, body, nowMs })
    : { [ANSWER_HEADER]: signAnswer(identity, { to, nonce, status, body }, nowMs) };
}
