import type { Failure } from './failure.ts';
import type { Identity } from './identity.ts';
import type { MeshLog } from './log.ts';
import { createNonces } from './nonces.ts';
import type { Duties, PeerParts } from './peer.ts';
import type { Shelf } from './shelf.ts';
import type { FindKey } from './token.ts';
import { createVerifier } from './verify.ts';

interface PeerSideParts {
  readonly identity: Identity;
  readonly findKey: FindKey;
  readonly duties: Duties;
  readonly shelf: Shelf;
  readonly now: () => number;
  readonly log: MeshLog;
}

/** How often this node was called since its start. */
export interface CallCounts {
  /** By the caller's platform id. */
  readonly taken: ReadonlyMap<string, number>;
  /** By reason. */
  readonly refused: ReadonlyMap<Failure, number>;
}

/** The side of a node that is called: whom it believes, and how often it did and did not. */
export function createPeerSide({ identity, findKey, duties, shelf, now, log }: PeerSideParts): {
  readonly peer: PeerParts;
  readonly counts: CallCounts;
} {
  const taken = new Map<string, number>();
  const refused = new Map<Failure, number>();
  const verifier = createVerifier({ self: identity.id, findKey, nonces: createNonces(now), now });
  const onRefusal = (reason: Failure) => {
    count(refused, reason);
    log.warn({ reason }, 'mesh call refused');
  };
  const onCall = (from: string) => count(taken, from);
  return {
    peer: { identity, verifier, duties, shelf, now, onCall, onRefusal },
    counts: { taken, refused },
  };
}

function count<Name>(counts: Map<Name, number>, name: Name): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
