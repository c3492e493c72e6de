import type { ProofRow, ProofStatus } from '../../contract/shapes/proof.ts';
import type { Challenge } from '../store/challenges.ts';
import { isVerified, statusOfChallenge } from './challenge.ts';
import type { Named } from './roster.ts';

/** What the console is told of challenges: peers by the domain under which people know them. */
export interface ProofViews {
  status(challenge: Challenge, now: number): ProofStatus;
  row(challenge: Challenge): ProofRow;
}

export function createProofViews(platforms: readonly Named[]): ProofViews {
  const domains = new Map(platforms.map(({ id, domain }) => [id, domain]));
  const domainOf = (peer: string) => domains.get(peer) ?? peer;
  return {
    status: (challenge, now) => ({
      ...statusOfChallenge(challenge, now),
      peer: domainOf(challenge.peer),
    }),
    row: (challenge) => ({
      id: challenge.id,
      peer: domainOf(challenge.peer),
      startedAt: challenge.createdAt,
      deadline: challenge.deadline,
      endedAt: challenge.endedAt,
      verified: isVerified(challenge),
      server_ok: challenge.serverAt !== null,
      callback_ok: challenge.callbackAt !== null,
      file_ok: challenge.fileAt !== null,
    }),
  };
}
