import { type Clock, within } from '../../base/clock.ts';
import { TransportError } from '../failure.ts';
import type { Identity } from '../keys/identity.ts';
import type { Challenge } from '../rows/challenges.ts';
import { PROOF_PATH } from '../rows/shared-wire.ts';
import type { Transport } from '../transport/transport.ts';
import type { FindKey } from '../wire/token.ts';
import { isProof } from './challenge.ts';

interface ProofChecksDeps {
  readonly identity: Identity;
  readonly transport: Transport;
  readonly findKey: FindKey;
  readonly clock: Clock;
  readonly timeoutMs: number;
}

/** What a peer shows for a challenge of this node. */
export type ProofChecks = ReturnType<typeof createProofChecks>;

export function createProofChecks(deps: ProofChecksDeps) {
  const { identity, transport, findKey, clock, timeoutMs } = deps;

  /** @returns whether a token is the peer's signature for the challenge */
  function isProofOf(token: string, challenge: Challenge, signal: AbortSignal): Promise<boolean> {
    const { id, nonce, origin, peer } = challenge;
    const expected = { challenge: id, nonce, origin, peer, commander: identity.id };
    return isProof(token, expected, findKey, signal);
  }

  return {
    isProofOf,
    /** @returns whether the peer publishes the signed nonce now */
    async isPublished(challenge: Challenge, signal: AbortSignal) {
      const limit = { ms: timeoutMs, reason: new TransportError('too-late'), signal };
      const token = await within(clock, limit, (signal) =>
        readPublished(transport, challenge, signal),
      );
      return token !== null && isProofOf(token, challenge, signal);
    },
  };
}

/** @returns the peer's file for a challenge; null when there is none, or no answer */
async function readPublished(
  transport: Transport,
  { peer, id }: Challenge,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const path = `${PROOF_PATH}/${id}`;
    const answer = await transport.request(peer, { method: 'GET', path }, signal);
    return answer.status === 200 ? answer.body.toString('utf8') : null;
  } catch (error) {
    if (error instanceof TransportError) return null;
    throw error;
  }
}
