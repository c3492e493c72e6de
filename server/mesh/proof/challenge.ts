import * as z from 'zod/mini';
import type { ProofRow, ProofStatus } from '../../../contract/shapes/proof.ts';
import type { Identity } from '../keys/identity.ts';
import type { PlatformName } from '../peers/peer-registry.ts';
import type { Challenge } from '../rows/challenges.ts';
import { PROOF_TOKEN } from '../wire/claims.ts';
import { type FindKey, readToken } from '../wire/token.ts';

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

/**
 * The nonce of a challenge, signed by the challenged peer: it is published and returned by callback. It
 * names both sides, the challenge and the console's origin, so it is valid for no other challenge.
 */
const ProofClaimsSchema = z.object({
  iss: z.string(),
  aud: z.string(),
  challenge: z.string(),
  nonce: z.string(),
  origin: z.string(),
});

interface ProofSubject {
  readonly challenge: string;
  readonly nonce: string;
  readonly origin: string;
}

/** @param commander platform id of the node that started the proof */
export function signProof(identity: Identity, commander: string, subject: ProofSubject): string {
  const { challenge, nonce, origin } = subject;
  return identity.sign(PROOF_TOKEN, {
    iss: identity.id,
    aud: commander,
    challenge,
    nonce,
    origin,
  });
}

/** @returns whether the token is this peer's signature for this challenge */
export async function isProof(
  token: string,
  expected: ProofSubject & { readonly peer: string; readonly commander: string },
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
