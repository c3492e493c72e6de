import { keyOf } from '../../../contract/paths.ts';
import { recordActivity } from '../../activity/rows.ts';
import { addToCounter, emitStats, HANDSHAKES_COUNTER } from '../../dashboard/rows.ts';
import type { Tx } from '../../database/database.ts';
import type { Emit } from '../../database/journal.ts';
import type { NodeBase } from '../../feature.ts';
import type { PlatformName } from '../peers/peer-registry.ts';
import {
  type Challenge,
  findChallenge,
  listOpenChallenges,
  saveChallenge,
} from '../rows/challenges.ts';
import { createProofViews, endChallenge, isVerified } from './challenge.ts';

interface ProofRecordDeps extends Pick<NodeBase, 'journal' | 'now'> {
  readonly platforms: readonly PlatformName[];
}

/** Changes stored challenges, and emits what changed in the same commit. */
export function createProofRecord({ platforms, journal, now }: ProofRecordDeps) {
  const views = createProofViews(platforms);

  async function store(tx: Tx, emit: Emit, challenge: Challenge, reason?: string): Promise<void> {
    await saveChallenge(tx, challenge);
    const key = keyOf('proofStatus', { challenge_id: challenge.id });
    emit(key, 'replace', views.status(challenge, now()));
    emit(keyOf('proofs'), 'patch', views.row(challenge));
    if (challenge.endedAt === null) return;
    const outcome = describeOutcome(challenge, platforms, reason);
    await recordActivity(tx, emit, { ...outcome, at: now(), platform: challenge.peer });
    if (!isVerified(challenge)) return;
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
  platforms: readonly PlatformName[],
  reason = missingIn(challenge).join(', '),
) {
  const name = platforms.find(({ id }) => id === challenge.peer)?.name ?? challenge.peer;
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
