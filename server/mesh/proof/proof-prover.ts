import { PROOF_DEADLINE_SEC } from '../../../contract/limits.ts';
import type { Clock } from '../../base/clock.ts';
import type { Identity } from '../keys/identity.ts';
import type { PublishedProofs } from '../rows/shared-wire.ts';
import type { TaskGroup } from '../task-group.ts';
import type { Caller } from '../transport/caller.ts';
import type { MeshHandlers } from '../transport/handlers.ts';
import { CLOCK_TOLERANCE_SEC } from '../wire/claims.ts';
import { signProof } from './challenge.ts';

interface ProofProverDeps {
  readonly identity: Identity;
  readonly published: Pick<PublishedProofs, 'publish'>;
  /** Calls only configured addresses, whatever origin a challenge names. */
  readonly caller: Caller;
  readonly clock: Clock;
  readonly tasks: Pick<TaskGroup, 'spawn' | 'signal'>;
}

/** Open challenges of one platform at most. */
const OPEN_MAX = 16;
const RETRY_MS = 1_000;
const DEADLINE_MAX_MS = (PROOF_DEADLINE_SEC.max + CLOCK_TOLERANCE_SEC) * 1000;

/** The challenged side: publishes the signed nonce, then calls back until that is answered or too late. */
export function createProofProver(deps: ProofProverDeps): MeshHandlers['proof'] {
  const { identity, published, caller, clock, tasks } = deps;
  const openChallenges = new Map<string, Set<string>>();

  async function callBack(
    commander: string,
    payload: { challenge: string; token: string },
    deadline: number,
  ) {
    while (clock.now() < deadline && !tasks.signal.aborted) {
      const result = await caller.call(commander, 'callback', payload, tasks.signal);
      if (result.ok) return;
      await clock.sleep(RETRY_MS, tasks.signal);
    }
  }

  return async (from, payload) => {
    const open = openChallenges.get(from) ?? new Set<string>();
    openChallenges.set(from, open);
    const { challenge, deadline } = payload;
    const left = deadline - clock.now();
    if (left <= 0 || left > DEADLINE_MAX_MS) return { accepted: false };
    if (open.has(challenge)) return { accepted: true };
    if (open.size >= OPEN_MAX) return { accepted: false };
    open.add(challenge);
    const token = signProof(identity, from, payload);
    if (!(await published.publish(challenge, token))) {
      open.delete(challenge);
      return { accepted: false };
    }
    tasks.spawn('callback', () =>
      callBack(from, { challenge, token }, deadline).finally(() => open.delete(challenge)),
    );
    return { accepted: true };
  };
}
