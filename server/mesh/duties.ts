import type { ViewEntry } from './messages.ts';
import { NO_PARCELS } from './parcels.ts';
import type { Duties } from './peer.ts';

interface DutyParts extends Pick<Duties, 'proof' | 'callback'> {
  /** How this node sees the mesh. */
  readonly view: () => ViewEntry[];
  readonly uptimeSec: () => number;
  /** What it does with bundles that are deployed to it; refuses them by default. */
  readonly parcels?: Pick<Duties, 'offer' | 'chunk'> | undefined;
}

/** What a node answers its sisters. */
export function createDuties(parts: DutyParts): Duties {
  const { view, uptimeSec, proof, callback, parcels = NO_PARCELS } = parts;
  return {
    probe: () => ({ uptimeSec: uptimeSec() }),
    heartbeat: () => ({ taken: true }),
    handshake: () => ({ view: view() }),
    proof,
    callback,
    ...parcels,
  };
}
