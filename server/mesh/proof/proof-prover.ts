import { PROOF_DEADLINE_SEC } from '../../../contract/limits.ts';
import type { Clock } from '../../base/clock.ts';
import type { Loops } from '../../base/loop.ts';
import type { Identity } from '../keys/identity.ts';
import type { PublishedProofs } from '../rows/shared-wire.ts';
import type { TaskGroup } from '../task-group.ts';
import type { Caller } from '../transport/caller.ts';
import type { MeshHandlers } from '../transport/handlers.ts';
import { CLOCK_TOLERANCE_SEC } from '../wire/verify.ts';
import { signProof } from './proof-token.ts';

interface ProofProverDeps {
  readonly identity: Identity;
  readonly published: Pick<PublishedProofs, 'publish'>;
  /** Calls only configured addresses, whatever origin a challenge names. */
  readonly caller: Caller;
  readonly clock: Clock;
  readonly loops: Loops;
  readonly tasks: Pick<TaskGroup, 'spawn' | 'signal'>;
}

/** Open challenges of one platform at most. */
const OPEN_MAX = 16;
const CALL_BACK = { name: 'call back for a proof', everyMs: 1_000, limitMs: 60_000 };
const DEADLINE_MAX_MS = (PROOF_DEADLINE_SEC.max + CLOCK_TOLERANCE_SEC) * 1000;

/** The challenged side: publishes the signed nonce, then calls back until that is answered or too late. */
export function createProofProver(deps: ProofProverDeps): MeshHandlers['proof'] {
  const { identity, published, caller, clock, loops, tasks } = deps;
  const openChallenges = new Map<string, Set<string>>();

  const callBack = (
    commander: string,
    payload: { challenge: string; token: string },
    deadline: number,
  ) =>
    loops.until(CALL_BACK, tasks.signal, async () => {
      if (clock.now() >= deadline) return true;
      return (await caller.call(commander, 'callback', payload, tasks.signal)).ok;
    });

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
