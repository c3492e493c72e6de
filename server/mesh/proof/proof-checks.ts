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
export interface ProofChecks {
  /** @returns whether a token is the peer's signature for the challenge */
  isProofOf(token: string, challenge: Challenge, signal: AbortSignal): Promise<boolean>;
  /** @returns whether the peer publishes the signed nonce now */
  isPublished(challenge: Challenge, signal: AbortSignal): Promise<boolean>;
}

export function createProofChecks(deps: ProofChecksDeps): ProofChecks {
  const { identity, transport, findKey, clock, timeoutMs } = deps;

  function isProofOf(token: string, challenge: Challenge, signal: AbortSignal): Promise<boolean> {
    const { id, nonce, origin, peer } = challenge;
    const expected = { challenge: id, nonce, origin, peer, commander: identity.id };
    return isProof(token, expected, findKey, signal);
  }

  return {
    isProofOf,
    async isPublished(challenge, signal) {
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
