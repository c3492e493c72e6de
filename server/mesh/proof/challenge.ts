import type { ProofRow, ProofStatus } from '../../../contract/shapes/proof.ts';
import type { PlatformName } from '../../round.ts';
import type { Challenge } from '../rows/challenges.ts';

/**
 * The states of one proof, as pure functions.
 *
 *   open -- server, callback, file (each once, in any order, before the deadline) --> verified: ended
 *   open -- the peer refuses, or the deadline passes --> not verified: ended
 *
 * Nothing counts after the end or after the deadline.
 */
export type Factor = 'server' | 'callback' | 'file';

const FIELD = { server: 'serverAt', callback: 'callbackAt', file: 'fileAt' } as const;

export const isVerified = ({ serverAt, callbackAt, fileAt }: Challenge): boolean =>
  serverAt !== null && callbackAt !== null && fileAt !== null;

export const isChallengeOpen = (challenge: Challenge, now: number): boolean =>
  challenge.endedAt === null && now < challenge.deadline;

/** @returns the challenge with the factor counted, or the same object when it no longer counts */
export function withFactor(challenge: Challenge, factor: Factor, now: number): Challenge {
  if (!isChallengeOpen(challenge, now) || challenge[FIELD[factor]] !== null) return challenge;
  const next = { ...challenge, [FIELD[factor]]: now };
  return isVerified(next) ? { ...next, endedAt: now } : next;
}

export const endChallenge = (challenge: Challenge, now: number): Challenge =>
  challenge.endedAt === null ? { ...challenge, endedAt: now } : challenge;

export function statusOfChallenge(challenge: Challenge, now: number): ProofStatus {
  const verified = isVerified(challenge);
  const failed = challenge.endedAt !== null && !verified;
  return {
    verified,
    callback_ok: challenge.callbackAt !== null,
    file_ok: challenge.fileAt !== null,
    server_ok: challenge.serverAt !== null,
    peer: challenge.peer,
    deadline: Math.floor(challenge.deadline / 1000),
    server_at: challenge.serverAt,
    callback_at: challenge.callbackAt,
    file_at: challenge.fileAt,
    ended_at: challenge.endedAt,
    time_remaining: failed ? 0 : Math.max(0, Math.ceil((challenge.deadline - now) / 1000)),
  };
}

/** Challenges as the console shows them: with the peer's domain instead of its id. */
export function createProofViews(platforms: readonly PlatformName[]) {
  const domainOf = (peer: string) => platforms.find(({ id }) => id === peer)?.domain ?? peer;
  return {
    status: (challenge: Challenge, now: number): ProofStatus => ({
      ...statusOfChallenge(challenge, now),
      peer: domainOf(challenge.peer),
    }),
    row: (challenge: Challenge): ProofRow => ({
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
