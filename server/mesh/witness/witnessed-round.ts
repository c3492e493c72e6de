import type { IncidentTestimony } from '../../../contract/shapes/witness.ts';
import type { JudgedPlatform, Judgement } from './verdict.ts';

/** What the mesh says of the platforms of one round. */
export interface WitnessedRound extends Pick<Judgement, 'isCutOff'> {
  readonly cutOffText: string;
  /** @returns undefined for what is no mesh node */
  of(id: string): WitnessedPlatform | undefined;
}

interface WitnessedPlatform extends JudgedPlatform {
  /** The verdict with its reason, without a full stop. */
  readonly text: string;
  readonly testimony: IncidentTestimony;
}
