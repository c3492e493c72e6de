import type { Database } from '../store/database.ts';
import type { Journal } from '../store/journal.ts';
import type { Caller } from './caller.ts';
import { type Clock, within } from './clock.ts';
import type { Dial } from './dial.ts';
import { DialError } from './dial-error.ts';
import type { Identity } from './identity.ts';
import type { Life } from './life.ts';
import type { Duties } from './peer.ts';
import { createProofAnswering } from './proof-answering.ts';
import { createProofAsking, type ProofAsking } from './proof-asking.ts';
import { isProof } from './proof-token.ts';
import type { Named } from './roster.ts';
import { PROOF_PATH, type Shelf } from './shelf.ts';
import type { FindKey } from './token.ts';

interface ProofParts {
  readonly identity: Identity;
  readonly platforms: readonly Named[];
  readonly db: Database;
  readonly journal: Journal;
  readonly dial: Dial;
  readonly caller: Caller;
  readonly findKey: FindKey;
  readonly shelf: Shelf;
  readonly clock: Clock;
  readonly life: Life;
  readonly timeoutMs: number;
}

/** Both sides of the three-factor proof, joined to what a node has. */
export function createProofs(parts: ProofParts): {
  readonly asking: ProofAsking;
  readonly duties: Pick<Duties, 'proof' | 'callback'>;
} {
  const { identity, dial, findKey, life, timeoutMs } = parts;

  const fits: Parameters<typeof createProofAsking>[0]['fits'] = (token, challenge) => {
    const { id, nonce, origin, peer } = challenge;
    const expected = { challenge: id, nonce, origin, peer, commander: identity.id };
    return isProof(token, expected, findKey, life.signal);
  };

  const asking = createProofAsking({
    ...parts,
    fits,
    async readsFile(challenge, signal) {
      const limit = { ms: timeoutMs, reason: new DialError('too-late'), signal };
      const token = await within(parts.clock, limit, (signal) =>
        published(dial, challenge, signal),
      );
      return token !== null && fits(token, challenge);
    },
  });
  return { asking, duties: { proof: createProofAnswering(parts), callback: asking.callback } };
}

/** @returns what the peer publishes for a challenge; null when there is nothing, or no answer */
async function published(
  dial: Dial,
  { peer, id }: { readonly peer: string; readonly id: string },
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const answer = await dial.request(peer, { method: 'GET', path: `${PROOF_PATH}/${id}` }, signal);
    return answer.status === 200 ? answer.body.toString('utf8') : null;
  } catch (error) {
    if (error instanceof DialError) return null;
    throw error;
  }
}
