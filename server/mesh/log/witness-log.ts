import { hexToBytes } from '@noble/hashes/utils.js';
import { isConsistent } from '../../../proofs/merkle.ts';
import type { LogHead } from '../../../proofs/report.ts';
import { signDetached } from '../keys/detached.ts';
import type { Identity } from '../keys/identity.ts';
import type { MeshLog } from '../task-group.ts';
import type { LogHeadOffer, LogWitness } from '../wire/messages.ts';

type SeenHead = Omit<LogHead, 'node'>;

/** The heads that were signed before, by the platform whose log they are of. */
interface SeenHeads {
  read(platform: string): Promise<SeenHead | undefined>;
  save(head: LogHead): Promise<void>;
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

/**
 * Signs the heads of peers' logs, if each contains what was signed of that log before. A peer may begin a new log, of the time after what
 * was signed of the one before.
 */
export type WitnessLog = (from: string, offer: LogHeadOffer) => Promise<LogWitness>;

export function createLogWitness(deps: LogWitnessDeps): WitnessLog {
  const { identity, now, seen, simulated, log } = deps;
  return async (from, { value: head, consistency }) => {
    const last = await seen.read(from);
    const known = last?.begun === head.begun ? last.size : 0;
    // The peer may not know what was signed last: it is asked for a proof from there.
    const isFromThere = known === 0 || known === consistency.from;
    const isNew = Math.abs(now() - head.at) <= HEAD_MAX_AGE_MS;
    if (head.node !== from || !isNew || !isFromThere) return { known };
    const event = last && eventOf(last, head, consistency.path);
    if (event) log.warn({ platform: from, size: head.size, known }, event);
    if (event === REWRITTEN) return { known };
    await seen.save(head);
    const witness = { witness: identity.id, seenAt: now(), ...(simulated && { simulated }) };
    const value = { ...head, ...witness };
    return {
      known: head.size,
      value,
      signature: signDetached(identity, 'route66-witness', value, now()),
    };
  };
}

const REWRITTEN = 'log of a platform was rewritten';

/** @returns what is worth saying of a head; undefined when its log has grown */
function eventOf(last: SeenHead, head: LogHead, path: readonly string[]): string | undefined {
  if (last.begun === head.begun) return hasGrown(last, head, path) ? undefined : REWRITTEN;
  return head.begun > last.at ? 'platform began a new log' : REWRITTEN;
}

function hasGrown(former: SeenHead, present: SeenHead, path: readonly string[]): boolean {
  const treeOf = ({ size, root }: SeenHead) => ({ size, root: hexToBytes(root) });
  const trees = { former: treeOf(former), present: treeOf(present) };
  return isConsistent(trees, path.map(hexToBytes));
}
