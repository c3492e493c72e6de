import type { ViewEntry } from './messages.ts';
import type { Duties } from './peer.ts';

interface DutyParts extends Pick<Duties, 'proof' | 'callback'> {
  /** How this node sees the mesh. */
  readonly view: () => ViewEntry[];
  readonly uptimeSec: () => number;
}

/** What a node answers its sisters. */
export function createDuties({ view, uptimeSec, proof, callback }: DutyParts): Duties {
  return {
    probe: () => ({ uptimeSec: uptimeSec() }),
    heartbeat: () => ({ taken: true }),
    handshake: () => ({ view: view() }),
    proof,
    callback,
  };
}
