import { randomBytes } from 'node:crypto';
import { PROOFS_LISTED_MAX } from '../../../contract/limits.ts';
import { keyOf } from '../../../contract/paths.ts';
import type { ProofRow, ProofStatus } from '../../../contract/shapes/proof.ts';
import { BusyError } from '../../busy-error.ts';
import type { Clock } from '../../clock.ts';
import { recordActivity } from '../../store/activity.ts';
import { recordAudit } from '../../store/audit.ts';
import {
  type Challenge,
  dropChallenges,
  findChallenge,
  listOpenChallenges,
  listRecentChallenges,
  saveChallenge,
} from '../../store/challenges.ts';
import type { Database, Tx } from '../../store/database.ts';
import type { Emit, Journal } from '../../store/journal.ts';
import { addToCounter, emitStats, HANDSHAKES_COUNTER } from '../../store/stats.ts';
import type { PlatformName } from '../peers/peer-registry.ts';
import type { TaskGroup } from '../task-group.ts';
import type { Caller } from '../transport/caller.ts';
import type { MeshHandlers } from '../transport/handlers.ts';
import {
  createProofViews,
  endChallenge,
  type Factor,
  isChallengeOpen,
  isVerified,
  withFactor,
} from './challenge.ts';

interface ProofVerifierDeps {
  readonly platforms: readonly PlatformName[];
  readonly db: Database;
  readonly journal: Journal;
  readonly caller: Caller;
  readonly clock: Clock;
  readonly tasks: Pick<TaskGroup, 'spawn' | 'signal'>;
  /** @returns whether the peer publishes the signed nonce now */
  readonly isPublished: (challenge: Challenge, signal: AbortSignal) => Promise<boolean>;
  /** @returns whether a token is the peer's signature for the challenge */
  readonly isProofOf: (token: string, challenge: Challenge) => Promise<boolean>;
}

interface ProofRequest {
  /** Platform id or domain. */
  readonly peer: string;
  readonly deadlineSec: number;
  readonly origin: string;
}

/** The challenging side of proofs: starts them, counts their factors, ends them at their deadline. */
export interface ProofVerifier {
  /** @returns the challenge's id, or null for a peer that is not configured. @throws BusyError */
  start(request: ProofRequest): Promise<string | null>;
  status(id: string): Promise<ProofStatus | undefined>;
  /** The latest proofs, newest first. */
  recent(): Promise<ProofRow[]>;
  countOpen(): Promise<number>;
  /** Continues challenges that an earlier process left open. */
  resume(): Promise<void>;
  readonly callback: MeshHandlers['callback'];
}

const OPEN_MAX = 16;
const RETRY_AFTER_SEC = 10;
const CHALLENGE_RETRY_MS = 500;
const FILE_POLL_MS = 1_000;
const KEEP_MS = 24 * 60 * 60 * 1000;
const ID_BYTES = 24;

export function createProofVerifier(deps: ProofVerifierDeps): ProofVerifier {
  const { platforms, db, journal, caller, clock, tasks } = deps;
  const open = new Set<string>();
  const views = createProofViews(platforms);

  const updateChallenge = createProofRecord({ platforms, journal, now: clock.now });
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
    else if (challenge.fileAt === null && (await deps.isPublished(challenge, tasks.signal)))
      await countFactor(challenge.id, 'file');
  }

  /** Repeats until all factors are counted, the peer has refused, or the deadline has passed. */
  async function runProof(id: string): Promise<void> {
    while (!tasks.signal.aborted) {
      const challenge = await findChallenge(db, id);
      if (challenge === undefined || challenge.endedAt !== null) return;
      if (!isChallengeOpen(challenge, clock.now())) return endProof(id);
      await requestMissing(challenge);
      const left = challenge.deadline - clock.now();
      const pause = challenge.serverAt === null ? CHALLENGE_RETRY_MS : FILE_POLL_MS;
      await clock.sleep(Math.max(0, Math.min(pause, left)), tasks.signal);
    }
  }

  function spawnProof(id: string): void {
    open.add(id);
    tasks.spawn('proof', () => runProof(id).finally(() => open.delete(id)));
  }

  return {
    async start({ peer, deadlineSec, origin }) {
      const platform = platforms.find(({ id, domain }) => id === peer || domain === peer);
      if (platform === undefined) return null;
      if (open.size >= OPEN_MAX)
        throw new BusyError('Too many proofs are under way.', 429, RETRY_AFTER_SEC);
      const now = clock.now();
      const challenge = newChallenge(platform.id, { now, deadlineSec, origin });
      open.add(challenge.id);
      try {
        await journal.commit(async (tx, emit) => {
          await dropChallenges(tx, now - KEEP_MS);
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
    async status(id) {
      const challenge = await findChallenge(db, id);
      return challenge && views.status(challenge, clock.now());
    },
    recent: async () => (await listRecentChallenges(db, PROOFS_LISTED_MAX)).map(views.row),
    countOpen: async () => (await listOpenChallenges(db)).length,
    async resume() {
      for (const { id } of await listOpenChallenges(db)) spawnProof(id);
    },
    async callback(from, { challenge: id, token }) {
      const challenge = await findChallenge(db, id);
      const expected = challenge?.peer === from && isChallengeOpen(challenge, clock.now());
      if (!expected || !(await deps.isProofOf(token, challenge))) return { taken: false };
      await countFactor(id, 'callback');
      return { taken: true };
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

interface ProofRecordDeps {
  readonly platforms: readonly PlatformName[];
  readonly journal: Journal;
  readonly now: () => number;
}

/** Updates a stored challenge, and emits what changed in the same commit. */
type UpdateChallenge = (id: string, update: (challenge: Challenge) => Challenge) => Promise<void>;

/** An update that returns the same object stores and emits nothing. */
function createProofRecord({ platforms, journal, now }: ProofRecordDeps): UpdateChallenge {
  const views = createProofViews(platforms);

  async function store(tx: Tx, emit: Emit, challenge: Challenge): Promise<void> {
    await saveChallenge(tx, challenge);
    const key = keyOf('proofStatus', { challenge_id: challenge.id });
    emit(key, 'replace', views.status(challenge, now()));
    emit(keyOf('proofs'), 'patch', views.row(challenge));
    if (challenge.endedAt === null) return;
    const outcome = describeOutcome(challenge, platforms);
    await recordActivity(tx, emit, { ...outcome, at: now(), platform: challenge.peer });
    if (!isVerified(challenge)) return;
    await addToCounter(tx, HANDSHAKES_COUNTER, 1);
    await emitStats(tx, emit);
  }

  return (id, update) =>
    journal.commit(async (tx, emit) => {
      const before = await findChallenge(tx, id);
      const after = before && update(before);
      if (after !== undefined && after !== before) await store(tx, emit, after);
    });
}

function describeOutcome(challenge: Challenge, platforms: readonly PlatformName[]) {
  const name = platforms.find(({ id }) => id === challenge.peer)?.name ?? challenge.peer;
  if (isVerified(challenge))
    return { message: `${name} passed its proof: all three factors`, severity: 'success' } as const;
  const message = `${name} failed its proof: ${missingIn(challenge).join(', ')}`;
  return { message, severity: 'error' } as const;
}

function missingIn({ serverAt, callbackAt, fileAt }: Challenge): string[] {
  if (serverAt === null) return ['no answer to the challenge'];
  return [
    ...(callbackAt === null ? ['no callback'] : []),
    ...(fileAt === null ? ['no published nonce'] : []),
  ];
}
