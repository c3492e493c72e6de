import { type Clock, within } from '../../clock.ts';
import type { Challenge } from '../../store/challenges.ts';
import type { Database } from '../../store/database.ts';
import type { Journal } from '../../store/journal.ts';
import { TransportError } from '../failure.ts';
import type { Identity } from '../keys/identity.ts';
import type { PlatformName } from '../peers/peer-registry.ts';
import type { TaskGroup } from '../task-group.ts';
import type { Caller } from '../transport/caller.ts';
import type { MeshHandlers } from '../transport/handlers.ts';
import type { Transport } from '../transport/transport.ts';
import type { FindKey } from '../wire/token.ts';
import { isProof } from './challenge.ts';
import { PROOF_PATH, type ProofFiles } from './proof-files.ts';
import { createProofProver } from './proof-prover.ts';
import { createProofVerifier, type ProofVerifier } from './proof-verifier.ts';

interface ProofDeps {
  readonly identity: Identity;
  readonly platforms: readonly PlatformName[];
  readonly db: Database;
  readonly journal: Journal;
  readonly transport: Transport;
  readonly caller: Caller;
  readonly findKey: FindKey;
  readonly proofFiles: ProofFiles;
  readonly clock: Clock;
  readonly tasks: TaskGroup;
  readonly timeoutMs: number;
}

/** Both sides of the three-factor proof. */
export function createProofs(deps: ProofDeps): {
  readonly verifier: ProofVerifier;
  readonly handlers: Pick<MeshHandlers, 'proof' | 'callback'>;
} {
  const { identity, transport, findKey, tasks, timeoutMs } = deps;

  function isProofOf(token: string, { id, nonce, origin, peer }: Challenge): Promise<boolean> {
    const expected = { challenge: id, nonce, origin, peer, commander: identity.id };
    return isProof(token, expected, findKey, tasks.signal);
  }

  const verifier = createProofVerifier({
    ...deps,
    isProofOf,
    async isPublished(challenge, signal) {
      const limit = { ms: timeoutMs, reason: new TransportError('too-late'), signal };
      const token = await within(deps.clock, limit, (signal) =>
        readPublished(transport, challenge, signal),
      );
      return token !== null && isProofOf(token, challenge);
    },
  });
  return { verifier, handlers: { proof: createProofProver(deps), callback: verifier.callback } };
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
