import type { Rejection } from '../../outgoing/failure.ts';
import type { NoAnswer } from '../../outgoing/no-answer.ts';
import { digestOf, type Message } from './message-signature.ts';
import type { Nonces } from './nonces.ts';
import { LIFETIME_SEC, readSignedMessage, type SignedClaims } from './signed-message.ts';
import { accepted, type FindKey, rejected, type Verdict } from './verdict.ts';

/** How far the clocks of two nodes may differ. */
export const CLOCK_TOLERANCE_SEC = 5;

/**
 * Verifies a peer's call in two steps, so that a stranger's body is never read: first the signature, then the body. Only then the
 * nonce is used up.
 */
export type CallVerifier = ReturnType<typeof createCallVerifier>;

interface CallVerifierDeps {
  /** Platform id of this node. */
  readonly self: string;
  readonly findKey: FindKey;
  readonly nonces: Nonces;
  readonly now: () => number;
}

export function createCallVerifier({ self, findKey, nonces, now }: CallVerifierDeps) {
  return {
    /** @param call with method and target */
    async verifyHead(
      call: Message,
      signal: AbortSignal,
    ): Promise<Verdict<SignedClaims, Rejection | NoAnswer>> {
      const read = await readSignedMessage(call, 'route66-call', findKey, signal);
      if (!read.ok) return read;
      if (read.value.aud !== self) return rejected('wrong-audience');
      const wrong = wrongTime(read.value, now());
      if (wrong !== null) return rejected(wrong);
      return read.value.iat * 1000 < nonces.since ? rejected('before-start') : read;
    },
    async verifyBody(claims: SignedClaims, body: Uint8Array): Promise<Verdict<SignedClaims>> {
      if (claims.digest !== digestOf(body)) return rejected('wrong-body');
      const until = (claims.exp + CLOCK_TOLERANCE_SEC) * 1000;
      const claimed = await nonces.claim(claims.iss, claims.nonce, until);
      if (claimed === 'new') return accepted(claims);
      return rejected(claimed === 'used' ? 'replayed' : 'too-many');
    },
  };
}

/** @returns what is wrong with a signature's times by this node's clock; null when nothing is */
function wrongTime({ iat, exp }: SignedClaims, nowMs: number): Rejection | null {
  const now = nowMs / 1000;
  if (exp <= iat || exp - iat > LIFETIME_SEC) return 'wrong-lifetime';
  if (iat > now + CLOCK_TOLERANCE_SEC) return 'clock-ahead';
  if (exp < now - CLOCK_TOLERANCE_SEC) return 'clock-behind';
  return null;
}

/** With its call. */
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
  // Only keys of the called platform count.
  const findKeyOfCalled: FindKey = async (issuer, kid, signal) =>
    issuer === made.platform ? findKey(issuer, kid, signal) : rejected('unknown-issuer');
  const read = await readSignedMessage(answer, 'route66-answer', findKeyOfCalled, signal);
  if (!read.ok) return read;
  const claims = read.value;
  if (claims.aud !== made.self) return rejected('wrong-audience');
  if (claims.nonce !== made.nonce) return rejected('wrong-request');
  if (claims.digest !== digestOf(answer.body)) return rejected('wrong-body');
  const wrong = wrongTime(claims, now());
  return wrong === null ? accepted({ signedAt: claims.iat * 1000 }) : rejected(wrong);
}
