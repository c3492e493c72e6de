import { errors, jwtVerify } from 'jose';
import { type Clock, within } from '../../base/clock.ts';
import { TransportError } from '../../outgoing/no-answer.ts';
import type { Identity } from '../keys/identity.ts';
import type { Challenge } from '../rows/challenges.ts';
import { PROOF_PATH } from '../rows/shared-wire.ts';
import type { Transport } from '../transport/transport.ts';
import type { FindKey } from '../wire/verdict.ts';

const TYPE = 'route66-proof+jwt';
const ALGORITHM = 'EdDSA';

interface ProofSubject {
  readonly challenge: string;
  readonly nonce: string;
  readonly origin: string;
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/**
 * The nonce of a challenge, signed by the challenged peer as a JWT: it is published and returned by callback. It
 * names both sides, the challenge and the console's origin, so it is valid for no other challenge.
 *
 * @param commander platform id of the node that started the proof
 */
export function signProof(
  { id, kid, signBytes }: Pick<Identity, 'id' | 'kid' | 'signBytes'>,
  commander: string,
  { challenge, nonce, origin }: ProofSubject,
): string {
  const header = encode({ alg: ALGORITHM, typ: TYPE, kid });
  const input = `${header}.${encode({ iss: id, aud: commander, challenge, nonce, origin })}`;
  return `${input}.${signBytes(Buffer.from(input)).toString('base64url')}`;
}

/** @returns whether the token is this peer's signature for this challenge */
export async function isProof(
  token: string,
  expected: ProofSubject & { readonly peer: string; readonly commander: string },
  findKey: FindKey,
  signal: AbortSignal,
): Promise<boolean> {
  const { peer, commander, challenge, nonce, origin } = expected;
  const keyOf = async ({ kid = '' }) => {
    const key = await findKey(peer, kid, signal);
    if (!key.ok) throw new errors.JWKSNoMatchingKey(key.reason);
    return key.value;
  };
  const allowed = { algorithms: [ALGORITHM], typ: TYPE, issuer: peer, audience: commander };
  try {
    const { payload } = await jwtVerify(token, keyOf, allowed);
    return payload.challenge === challenge && payload.nonce === nonce && payload.origin === origin;
  } catch (error) {
    if (error instanceof errors.JOSEError) return false;
    throw error;
  }
}

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
