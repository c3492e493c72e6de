import type { Platform } from '../config/mesh-config.ts';
import type { Commits } from '../database/journal.ts';
import type { PhasesMs } from '../outgoing/timing.ts';
import type { PlatformName, ProbeOutcome } from '../round.ts';

/** What `npm run check-mesh` prints about one peer. */
export interface PeerCheck {
  /** Label, value, and whether it is wrong, in the order in which they are printed. */
  readonly findings: readonly (readonly [label: string, value: string, isWrong: boolean])[];
  /** What to change; empty when all is well. */
  readonly changes: readonly string[];
  /** Of the probe, with how its connection was opened. */
  readonly phasesMs?: PhasesMs;
}

export type OnFinding = (finding: PeerCheck['findings'][number]) => void;

export interface NodeCheck extends PeerCheck {
  /** By what its operator adds this node. */
  readonly own: { readonly id: string; readonly key: string };
}

/** Calls a node as if it were a peer already. @param onFinding called with those of its keys before it is probed */
export type CheckNode = (platform: Platform, onFinding?: OnFinding) => Promise<NodeCheck>;

/**
 * Probes a platform that is no mesh node. It rejects for nothing that the platform does.
 *
 * @param journal of the term
 * @returns null when nothing can be said yet
 */
export type CheckPlatform = (
  platform: PlatformName,
  signal: AbortSignal,
  journal: Commits,
) => Promise<ProbeOutcome | null>;
