import * as z from 'zod/mini';
import { PROOF_TOKEN } from './claims.ts';
import type { Identity } from './identity.ts';
import { type FindKey, readToken } from './token.ts';

/**
 * The nonce of a challenge, signed by who was challenged: what is published and what is called back with.
 * It names both sides, the challenge and the console's origin, so it serves no other challenge.
 */
const ProofClaimsSchema = z.object({
  iss: z.string(),
  aud: z.string(),
  challenge: z.string(),
  nonce: z.string(),
  origin: z.string(),
});

export interface ProofFacts {
  readonly challenge: string;
  readonly nonce: string;
  readonly origin: string;
}

export function signProof(identity: Identity, commander: string, facts: ProofFacts) {
  const { challenge, nonce, origin } = facts;
  return identity.sign(PROOF_TOKEN, {
    iss: identity.id,
    aud: commander,
    challenge,
    nonce,
    origin,
  });
}

/** @returns whether the token is this peer's signature under this very challenge */
export async function isProof(
  token: string,
  expected: ProofFacts & { readonly peer: string; readonly commander: string },
  findKey: FindKey,
  signal: AbortSignal,
): Promise<boolean> {
  const read = await readToken(
    { token, type: PROOF_TOKEN, schema: ProofClaimsSchema },
    findKey,
    signal,
  );
  if (!read.ok) return false;
  const { iss, aud, challenge, nonce, origin } = read.value;
  return (
    iss === expected.peer &&
    aud === expected.commander &&
    challenge === expected.challenge &&
    nonce === expected.nonce &&
    origin === expected.origin
  );
}
