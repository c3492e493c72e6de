import { HOUR_MS } from '../../../contract/limits.ts';
import { keyIn } from '../../domain/address-values.ts';

/** How far a shift goes back. */
export const SHIFTS = {
  '8h': { label: '8 h', ms: 8 * HOUR_MS },
  '12h': { label: '12 h', ms: 12 * HOUR_MS },
  '24h': { label: '24 h', ms: 24 * HOUR_MS },
} as const;
export type Shift = keyof typeof SHIFTS;

export const SHIFT_DEFAULT: Shift = '8h';

export interface HandoverSearch {
  /** Left out: `SHIFT_DEFAULT`. */
  readonly since?: Shift | undefined;
}

/** Addresses are foreign data: whatever is none of ours is left out. */
export const handoverSearch = (search: Record<string, unknown>): HandoverSearch => ({
  since: keyIn(SHIFTS, search.since),
});
