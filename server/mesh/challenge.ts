import type { ProofStatus } from '../../contract/shapes/proof.ts';
import type { Challenge } from '../store/challenges.ts';

/**
 * One proof's way, as pure steps.
 *
 *   open -- server, callback, file (each once, in any order, before the deadline) --> verified: ended
 *   open -- the peer refuses, or the deadline passes --> not verified: ended
 *
 * Nothing counts once it has ended, nor after the deadline.
 */
export type Factor = 'server' | 'callback' | 'file';

const FIELD = { server: 'serverAt', callback: 'callbackAt', file: 'fileAt' } as const;

export const isVerified = ({ serverAt, callbackAt, fileAt }: Challenge): boolean =>
  serverAt !== null && callbackAt !== null && fileAt !== null;

export const isOpen = (challenge: Challenge, now: number): boolean =>
  challenge.endedAt === null && now < challenge.deadline;

/** @returns the challenge with the factor counted, or the same one when it does not count any more */
export function withFactor(challenge: Challenge, factor: Factor, now: number): Challenge {
  if (!isOpen(challenge, now) || challenge[FIELD[factor]] !== null) return challenge;
  const next = { ...challenge, [FIELD[factor]]: now };
  return isVerified(next) ? { ...next, endedAt: now } : next;
}

export const ended = (challenge: Challenge, now: number): Challenge =>
  challenge.endedAt === null ? { ...challenge, endedAt: now } : challenge;

/** @returns what the console is told */
export function statusOfChallenge(challenge: Challenge, now: number): ProofStatus {
  const verified = isVerified(challenge);
  const over = challenge.endedAt !== null && !verified;
  return {
    verified,
    callback_ok: challenge.callbackAt !== null,
    file_ok: challenge.fileAt !== null,
    server_ok: challenge.serverAt !== null,
    peer: challenge.peer,
    deadline: Math.floor(challenge.deadline / 1000),
    time_remaining: over ? 0 : Math.max(0, Math.ceil((challenge.deadline - now) / 1000)),
  };
}
