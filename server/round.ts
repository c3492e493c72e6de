import type { ConnectionStatus } from '../contract/shapes/mesh.ts';
import type { IncidentTestimony, PlatformVerdict } from '../contract/shapes/witness.ts';
import type { Platform } from './config/mesh-config.ts';
import type { Failure } from './outgoing/failure.ts';
import type { PeerCertificate } from './outgoing/peer-certificate.ts';
import type { PhasesMs } from './outgoing/timing.ts';

/** What a round of probes has found, for all that follows from it. */
export interface Round {
  /** Of every platform; none when this node had no network, and so knows nothing of any. */
  readonly updates: readonly StatusUpdate[];
  /** Each result since the round before, oldest first: there may be several of one platform. */
  readonly results: readonly StatusUpdate[];
  /** When it began, in epoch milliseconds. */
  readonly at: number;
  /** Start of the round before it; undefined when its results do not hold until now. */
  readonly since: number | undefined;
  /** From 0. */
  readonly number: number;
  /** Whether a platform was in maintenance when it began. */
  readonly isPlanned: (platform: string) => boolean;
  /** Whose fault the trouble of platforms is, by their ids: see `causesOf`. */
  readonly causes: ReadonlyMap<string, string>;
  /** What other nodes say of the platforms; undefined where none says anything. */
  readonly witnessed?: WitnessedRound | undefined;
}

export interface StatusUpdate {
  readonly platform: PlatformName;
  readonly before: PeerStatus;
  readonly after: PeerStatus;
  /** Of its last probe since the round before; null: there was none, or nothing can be said yet. */
  readonly outcome: ProbeOutcome | null;
  /** When that probe began, epoch milliseconds. */
  readonly at?: number;
}

export type PlatformName = Omit<Platform, 'keys'>;

/** The result of one probe. */
export type ProbeOutcome = {
  /** That the platform showed, whatever it answered then. */
  readonly certificate?: PeerCertificate | undefined;
  /** Of a call; none of a platform that reports itself. */
  readonly phasesMs?: PhasesMs | undefined;
} & (
  | {
      readonly answered: true;
      /** Null: it took no time that says anything. */
      readonly latencyMs: number | null;
      /** Of a job: how long its last run took. That counts in the history where the run ended, once. */
      readonly lastRunMs?: number | null;
    }
  | { readonly answered: false; readonly failure: Failure }
);

/**
 * Status of a peer as this node measures it.
 *
 *   unknown -> connected | warning | error      first probe of this process
 *   connected, warning, error <-> each other    later probes; a worse result counts when a second probe,
 *                                               made at once, has the same or a worse result
 */
export interface PeerStatus {
  readonly status: ConnectionStatus | 'unknown';
  /** Why the status is `error`; null otherwise. */
  readonly failure: Failure | null;
  /** Of the last answered probe. */
  readonly latencyMs: number | null;
  /** Epoch milliseconds of the last answer. */
  readonly lastSeen: number | null;
  /** Epoch milliseconds. */
  readonly changedAt: number;
}

/** What the mesh says of the platforms of one round. */
export interface WitnessedRound {
  /** Sentence; null: this node is not cut off. */
  readonly cutOff: string | null;
  /** @returns undefined for what is no mesh node */
  of(id: string): (JudgedPlatform & { readonly testimony: IncidentTestimony }) | undefined;
}

export interface JudgedPlatform {
  readonly verdict: PlatformVerdict;
  /** Other nodes that say that they reach it, and that they do not. */
  readonly reachedBy: readonly string[];
  readonly missedBy: readonly string[];
  /** Those of them that are against the verdict, and whom nobody supports. */
  readonly disputed: readonly string[];
}
