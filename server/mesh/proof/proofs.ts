import { PROOFS_LISTED_MAX } from '../../../contract/limits.ts';
import { keyOf } from '../../../contract/paths.ts';
import type { ProofRow, ProofStatus } from '../../../contract/shapes/proof.ts';
import { recordActivity } from '../../activity/rows.ts';
import { addToCounter, emitStats, HANDSHAKES_COUNTER } from '../../dashboard/rows.ts';
import type { Tx } from '../../database/database.ts';
import type { Commits, Emit } from '../../database/journal.ts';
import type { NodeBase } from '../../feature.ts';
import type { PlatformName } from '../../round.ts';
import {
  type Challenge,
  findChallenge,
  listOpenChallenges,
  listRecentChallenges,
  saveChallenge,
} from '../rows/challenges.ts';
import type { TaskGroup } from '../task-group.ts';
import type { Payload } from '../wire/messages.ts';
import {
  createProofViews,
  endChallenge,
  isChallengeOpen,
  isVerified,
  withFactor,
} from './challenge.ts';
import type { ProofChecks } from './proof-token.ts';

interface ProofRecordDeps extends Pick<NodeBase, 'now' | 'notify'> {
  /** Of calls, or of a term. */
  readonly journal: Commits;
  readonly platforms: readonly PlatformName[];
}

/** Changes stored challenges, and emits what changed in the same commit. */
export function createProofRecord({ platforms, journal, now, notify }: ProofRecordDeps) {
  const views = createProofViews(platforms);

  async function store(tx: Tx, emit: Emit, challenge: Challenge, reason?: string): Promise<void> {
    await saveChallenge(tx, challenge);
    const key = keyOf('proofStatus', { challenge_id: challenge.id });
    emit(key, 'replace', views.status(challenge, now()));
    emit(keyOf('proofs'), 'patch', views.row(challenge));
    if (challenge.endedAt === null) return;
    const at = now();
    const {
      id,
      name = id,
      domain = id,
    } = platforms.find((one) => one.id === challenge.peer) ?? { id: challenge.peer };
    const outcome = describeOutcome(challenge, name, reason);
    await recordActivity(tx, emit, { ...outcome, at, platform: challenge.peer });
    if (!isVerified(challenge))
      return notify(tx, emit, {
        kind: 'proof',
        severity: 'error',
        title: `${name} failed its proof`,
        text: `${domain} did not prove itself in time.`,
        tag: `proof:${domain}`,
        url: '/admin/route66-proof',
        at,
      });
    await addToCounter(tx, HANDSHAKES_COUNTER, 1);
    await emitStats(tx, emit);
  }

  return {
    /** An update that returns the same object stores and emits nothing. */
    update: (id: string, change: (challenge: Challenge) => Challenge) =>
      journal.commit(async (tx, emit) => {
        const before = await findChallenge(tx, id);
        const after = before && change(before);
        if (after !== undefined && after !== before) await store(tx, emit, after);
      }),
    /** Ends those of a platform that is removed. */
    async endOf(tx: Tx, emit: Emit, platform: string) {
      const open = (await listOpenChallenges(tx)).filter(({ peer }) => peer === platform);
      for (const challenge of open)
        await store(tx, emit, endChallenge(challenge, now()), 'it was removed from the mesh');
    },
  };
}

function describeOutcome(
  challenge: Challenge,
  name: string,
  reason = missingIn(challenge).join(', '),
) {
  if (isVerified(challenge))
    return { message: `${name} passed its proof: all three factors`, severity: 'success' } as const;
  const message = `${name} failed its proof: ${reason}`;
  return { message, severity: 'error' } as const;
}

function missingIn({ serverAt, callbackAt, fileAt }: Challenge): string[] {
  if (serverAt === null) return ['no answer to the challenge'];
  return [
    ...(callbackAt === null ? ['no callback'] : []),
    ...(fileAt === null ? ['no published nonce'] : []),
  ];
}

interface ProofsDeps extends Pick<NodeBase, 'db' | 'journal' | 'clock' | 'notify'> {
  readonly platforms: readonly PlatformName[];
  readonly tasks: Pick<TaskGroup, 'signal'>;
  readonly checks: Pick<ProofChecks, 'isProofOf'>;
}

/** The stored proofs that this node requested, and the callbacks of their peers, which reach any instance. */
export type Proofs = ReturnType<typeof createProofs>;

export function createProofs(deps: ProofsDeps) {
  const { platforms, db, clock, tasks, checks } = deps;
  const views = createProofViews(platforms);
  const record = createProofRecord({ ...deps, now: clock.now });

  return {
    async status(id: string): Promise<ProofStatus | undefined> {
      const challenge = await findChallenge(db, id);
      return challenge && views.status(challenge, clock.now());
    },
    /** The latest proofs, newest first. */
    recent: async (): Promise<ProofRow[]> =>
      (await listRecentChallenges(db, PROOFS_LISTED_MAX)).map(views.row),
    endOf: record.endOf,
    countOpen: async () => (await listOpenChallenges(db)).length,
    async callback(from: string, { challenge: id, token }: Payload<'callback'>) {
      const challenge = await findChallenge(db, id);
      const expected = challenge?.peer === from && isChallengeOpen(challenge, clock.now());
      if (!expected || !(await checks.isProofOf(token, challenge, tasks.signal)))
        return { taken: false };
      await record.update(id, (open) => withFactor(open, 'callback', clock.now()));
      return { taken: true };
    },
  };
}
