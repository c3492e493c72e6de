import { PROOFS_LISTED_MAX } from '../../../contract/limits.ts';
import type { ProofRow, ProofStatus } from '../../../contract/shapes/proof.ts';
import type { NodeBase } from '../../feature.ts';
import type { PlatformName } from '../peers/peer-registry.ts';
import { findChallenge, listOpenChallenges, listRecentChallenges } from '../rows/challenges.ts';
import type { TaskGroup } from '../task-group.ts';
import type { Payload } from '../wire/messages.ts';
import { createProofViews, isChallengeOpen, withFactor } from './challenge.ts';
import type { ProofChecks } from './proof-checks.ts';
import { createProofRecord } from './proof-records.ts';

interface ProofsDeps extends Pick<NodeBase, 'db' | 'journal' | 'clock'> {
  readonly platforms: readonly PlatformName[];
  readonly tasks: Pick<TaskGroup, 'signal'>;
  readonly checks: Pick<ProofChecks, 'isProofOf'>;
}

/** The stored proofs that this node requested, and the callbacks of their peers, which reach any instance. */
export type Proofs = ReturnType<typeof createProofs>;

export function createProofs(deps: ProofsDeps) {
  const { platforms, db, journal, clock, tasks, checks } = deps;
  const views = createProofViews(platforms);
  const record = createProofRecord({ platforms, journal, now: clock.now });

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
