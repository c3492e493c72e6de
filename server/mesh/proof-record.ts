import { keyOf } from '../../contract/paths.ts';
import { recordActivity } from '../store/activity.ts';
import { type Challenge, findChallenge, saveChallenge } from '../store/challenges.ts';
import { addToCounter } from '../store/counters.ts';
import type { Tx } from '../store/database.ts';
import type { Journal, Tell } from '../store/journal.ts';
import { HANDSHAKES_COUNTER, tellStats } from '../store/stats.ts';
import { isVerified } from './challenge.ts';
import { createProofViews } from './proof-views.ts';
import { fullNameOf, type Named } from './roster.ts';

interface RecordParts {
  readonly platforms: readonly Named[];
  readonly journal: Journal;
  readonly now: () => number;
}

/** Changes a stored challenge by one step; what comes of it is stored and told in the same commit. */
export type Step = (id: string, next: (challenge: Challenge) => Challenge) => Promise<void>;

/** @returns makes steps; one that changes nothing is silent */
export function createProofRecord({ platforms, journal, now }: RecordParts): Step {
  const views = createProofViews(platforms);

  async function write(tx: Tx, tell: Tell, challenge: Challenge): Promise<void> {
    await saveChallenge(tx, challenge);
    const key = keyOf('proofStatus', { challenge_id: challenge.id });
    tell(key, 'replace', views.status(challenge, now()));
    tell(keyOf('proofs'), 'patch', views.row(challenge));
    if (challenge.endedAt === null) return;
    await recordActivity(tx, tell, { ...outcomeOf(challenge, platforms), at: now() });
    if (!isVerified(challenge)) return;
    await addToCounter(tx, HANDSHAKES_COUNTER, 1);
    await tellStats(tx, tell);
  }

  return (id, next) =>
    journal.commit(async (tx, tell) => {
      const before = await findChallenge(tx, id);
      const after = before && next(before);
      if (after !== undefined && after !== before) await write(tx, tell, after);
    });
}

function outcomeOf(challenge: Challenge, platforms: readonly Named[]) {
  const platform = platforms.find(({ id }) => id === challenge.peer);
  const name = platform === undefined ? challenge.peer : fullNameOf(platform);
  if (isVerified(challenge))
    return { message: `${name} proved itself by all three factors`, severity: 'success' } as const;
  const missing = [
    ...(challenge.serverAt === null ? ['it did not accept the challenge'] : []),
    ...(challenge.callbackAt === null ? ['it did not call back'] : []),
    ...(challenge.fileAt === null ? ['it did not publish the signed nonce'] : []),
  ];
  const message = `${name} did not prove itself in time: ${missing.join(', ')}`;
  return { message, severity: 'error' } as const;
}
