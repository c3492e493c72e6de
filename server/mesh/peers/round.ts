import type { Tx } from '../../database/database.ts';
import type { Emit } from '../../database/journal.ts';
import type { WitnessedRound } from '../witness/verdict.ts';
import type { PlatformName } from './peer-registry.ts';
import type { PeerStatus, ProbeOutcome } from './peer-status.ts';

/** The round before, as far as the next one depends on it. */
export interface LastRound {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly hadNetwork: boolean;
}

/** Stores what follows from a round, in the transaction that stores its results. */
export type RoundListener = (tx: Tx, emit: Emit, round: Round) => Promise<void>;

export interface StatusUpdate {
  readonly platform: PlatformName;
  readonly before: PeerStatus;
  readonly after: PeerStatus;
  /** Of its probe in this round; null: it was not due, or nothing can be said yet. */
  readonly outcome: ProbeOutcome | null;
}

export interface Round {
  /** Of every platform; none when this node had no network, and so knows nothing of any. */
  readonly updates: readonly StatusUpdate[];
  /** When it began, in epoch milliseconds. */
  readonly at: number;
  /** Start of the round before it; undefined when its results do not hold until now. */
  readonly since: number | undefined;
  /** From 0. */
  readonly number: number;
  /** What other nodes say of the platforms; undefined where none says anything. */
  readonly witnessed?: WitnessedRound | undefined;
}
