import type { ProofStatus } from '../../../contract/shapes/proof.ts';

export interface ProofBadge {
  readonly factor: string;
  readonly word: string;
  readonly tone: 'good' | 'warn' | 'bad';
}

/** The badges of the proof status card, in the order and words of specification section 4. */
export function proofBadges(status: ProofStatus): readonly ProofBadge[] {
  const open = status.time_remaining > 0;
  return [
    {
      factor: 'Real Server',
      word: open ? 'Active' : 'Expired',
      tone: open ? 'good' : 'bad',
    },
    {
      factor: 'Callback',
      word: status.callback_ok ? 'Received' : 'Pending',
      tone: status.callback_ok ? 'good' : 'warn',
    },
    {
      factor: 'Well-known file',
      word: status.file_ok ? 'Verified' : 'Checking',
      tone: status.file_ok ? 'good' : 'warn',
    },
  ];
}

/** The last word on a challenge. */
export function proofResult(status: ProofStatus): Pick<ProofBadge, 'word' | 'tone'> {
  if (status.verified) return { word: 'VERIFIED', tone: 'good' };
  return { word: 'NOT VERIFIED', tone: status.time_remaining > 0 ? 'warn' : 'bad' };
}
