import { randomBytes } from 'node:crypto';
import { keyOf } from '../../../contract/paths.ts';
import { recordAudit } from '../../audit/rows/audit.ts';
import { BusyError } from '../../base/http-error.ts';
import { isMeshNode } from '../../config/mesh-config.ts';
import { pruningTime } from '../../database/pruning-time.ts';
import type { TermBase } from '../../feature.ts';
import type { PlatformName } from '../../round.ts';
import type { ProofRequest } from '../mesh-commands.ts';
import {
  type Challenge,
  dropChallenges,
  findChallenge,
  listOpenChallenges,
  saveChallenge,
} from '../rows/challenges.ts';
import type { TaskGroup } from '../task-group.ts';
import type { Caller } from '../transport/caller.ts';
import {
  createProofViews,
  endChallenge,
  type Factor,
  isChallengeOpen,
  withFactor,
} from './challenge.ts';
import type { ProofChecks } from './proof-token.ts';
import { createProofRecord } from './proofs.ts';

interface ProofVerifierDeps
  extends Pick<TermBase, 'db' | 'journal' | 'clock' | 'loops' | 'notify'> {
  readonly platforms: readonly PlatformName[];
  readonly caller: Caller;
  readonly tasks: Pick<TaskGroup, 'spawn' | 'signal'>;
  readonly checks: Pick<ProofChecks, 'isPublished'>;
}

const OPEN_MAX = 16;
const RETRY_AFTER_SEC = 10;
const RUN = { name: 'ask for a proof', limitMs: 60_000 };
const CHALLENGE_RETRY_MS = 500;
const FILE_POLL_MS = 1_000;
const KEEP_MS = 24 * 60 * 60 * 1000;
const ID_BYTES = 24;

/**
 * The challenging side of proofs: starts them, asks for their factors, ends them at their deadline. Callbacks are counted
 * by whichever instance they reach: see `proofs.ts`.
 */
export function createProofVerifier(deps: ProofVerifierDeps) {
  const { platforms, db, journal, caller, clock, loops, tasks, checks } = deps;
  const open = new Set<string>();
  const views = createProofViews(platforms);

  const { update: updateChallenge } = createProofRecord({ ...deps, now: clock.now });
  const countFactor = (id: string, factor: Factor) =>
    updateChallenge(id, (challenge) => withFactor(challenge, factor, clock.now()));
  const endProof = (id: string) =>
    updateChallenge(id, (challenge) => endChallenge(challenge, clock.now()));

  async function challengePeer({ id, peer, nonce, origin, deadline }: Challenge): Promise<void> {
    const payload = { challenge: id, nonce, origin, deadline };
    const result = await caller.call(peer, 'proof', payload, tasks.signal);
    if (!result.ok) return;
    await (result.value.answer.accepted ? countFactor(id, 'server') : endProof(id));
  }

  async function requestMissing(challenge: Challenge): Promise<void> {
    if (challenge.serverAt === null) await challengePeer(challenge);
    else if (challenge.fileAt === null && (await checks.isPublished(challenge, tasks.signal)))
      await countFactor(challenge.id, 'file');
  }

  /** Repeats until all factors are counted, the peer has refused, or the deadline has passed. */
  async function runProof(id: string): Promise<void> {
    let everyMs = 0;
    await loops.until({ ...RUN, everyMs: () => everyMs }, tasks.signal, async () => {
      const challenge = await findChallenge(db, id);
      if (challenge === undefined || challenge.endedAt !== null) return true;
      if (!isChallengeOpen(challenge, clock.now())) {
        await endProof(id);
        return true;
      }
      const began = clock.elapsed();
      await requestMissing(challenge);
      const left = challenge.deadline - clock.now();
      const pause = challenge.serverAt === null ? CHALLENGE_RETRY_MS : FILE_POLL_MS;
      everyMs = clock.elapsed() - began + Math.max(0, Math.min(pause, left));
      return false;
    });
  }

  function spawnProof(id: string): void {
    open.add(id);
    tasks.spawn('proof', () => runProof(id).finally(() => open.delete(id)));
  }

  return {
    /** @returns the challenge's id, or null for a peer that is not configured. @throws BusyError */
    async start({ peer, deadlineSec, origin }: ProofRequest): Promise<string | null> {
      const platform = platforms.find((one) => one.id === peer && isMeshNode(one));
      if (platform === undefined) return null;
      if (open.size >= OPEN_MAX)
        throw new BusyError('Too many proofs are under way.', 429, RETRY_AFTER_SEC);
      const now = clock.now();
      const challenge = newChallenge(platform.id, { now, deadlineSec, origin });
      open.add(challenge.id);
      try {
        await journal.commit(async (tx, emit) => {
          await dropChallenges(tx, (await pruningTime(tx, now)) - KEEP_MS);
          await saveChallenge(tx, challenge);
          await recordAudit(tx, { action: 'proof.started', target: platform.name, at: now });
          emit(keyOf('proofs'), 'prepend', [views.row(challenge)]);
        });
      } catch (error) {
        open.delete(challenge.id);
        throw error;
      }
      spawnProof(challenge.id);
      return challenge.id;
    },
    /** Continues challenges that an earlier leader left open. */
    async resume() {
      for (const { id } of await listOpenChallenges(db)) spawnProof(id);
    },
  };
}

function newChallenge(
  peer: string,
  { now, deadlineSec, origin }: { now: number; deadlineSec: number; origin: string },
): Challenge {
  return {
    id: randomBytes(ID_BYTES).toString('base64url'),
    peer,
    nonce: randomBytes(ID_BYTES).toString('base64url'),
    origin,
    createdAt: now,
    deadline: now + deadlineSec * 1000,
    serverAt: null,
    callbackAt: null,
    fileAt: null,
    endedAt: null,
  };
}
