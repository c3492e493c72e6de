import { hexToBytes } from '@noble/hashes/utils.js';
import { isConsistent } from '../../../contract/merkle.ts';
import { signDetached } from '../keys/detached.ts';
import type { Identity } from '../keys/identity.ts';
import type { MeshLog } from '../task-group.ts';
import type { Answer, LogHeadOffer } from '../wire/messages.ts';

interface SeenHead {
  readonly size: number;
  /** Hexadecimal. */
  readonly root: string;
}

/** The heads that were signed before, by the platform whose log they are of. */
interface SeenHeads {
  read(platform: string): Promise<SeenHead | undefined>;
  save(platform: string, head: SeenHead): Promise<void>;
}

interface LogWitnessDeps {
  readonly identity: Identity;
  readonly now: () => number;
  readonly seen: SeenHeads;
  readonly simulated?: boolean;
  readonly log: Pick<MeshLog, 'warn'>;
}

/** A head is signed while it is new. */
const HEAD_MAX_AGE_MS = 10 * 60 * 1000;

/** Signs the heads of peers' logs, if each contains what was signed of that log before. */
export type WitnessLog = (from: string, offer: LogHeadOffer) => Promise<LogWitnessAnswer>;
type LogWitnessAnswer = NonNullable<Answer<'handshake'>['logWitness']>;

export function createLogWitness(deps: LogWitnessDeps): WitnessLog {
  const { identity, now, seen, simulated, log } = deps;
  return async (from, { value: head, consistency }) => {
    const former = await seen.read(from);
    const known = former?.size ?? 0;
    if (head.node !== from || Math.abs(now() - head.at) > HEAD_MAX_AGE_MS) return { known };
    // The peer may not know what was signed last: it is asked for a proof from there.
    if (former !== undefined && former.size !== consistency.from) return { known };
    if (former !== undefined && !hasGrown(former, head, consistency.path)) {
      log.warn({ platform: from, size: head.size, known }, 'log of a platform was rewritten');
      return { known };
    }
    await seen.save(from, { size: head.size, root: head.root });
    const witness = { witness: identity.id, seenAt: now(), ...(simulated && { simulated }) };
    const value = { ...head, ...witness };
    return {
      known: head.size,
      value,
      signature: signDetached(identity, 'route66-witness', value, now()),
    };
  };
}

function hasGrown(former: SeenHead, present: SeenHead, path: readonly string[]): boolean {
  const treeOf = ({ size, root }: SeenHead) => ({ size, root: hexToBytes(root) });
  const trees = { former: treeOf(former), present: treeOf(present) };
  return isConsistent(trees, path.map(hexToBytes));
}
