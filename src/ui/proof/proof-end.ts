import type { ProofRow } from '../../../contract/shapes/proof.ts';
import type { ProofBadge } from './proof-badges.ts';

/** @returns how a listed challenge ended, or that it is under way */
export function proofEnd(proof: ProofRow, now: number): Pick<ProofBadge, 'word' | 'tone'> {
  if (proof.verified) return { word: 'Verified', tone: 'good' };
  const open = proof.endedAt === null && now < proof.deadline;
  return open ? { word: 'Under way', tone: 'warn' } : { word: 'Not verified', tone: 'bad' };
}

/** @returns which of the three factors were there: 'Server and callback', 'All three factors', 'No factor' */
export function factorsText(proof: ProofRow): string {
  const there = [
    ...(proof.server_ok ? ['server'] : []),
    ...(proof.callback_ok ? ['callback'] : []),
    ...(proof.file_ok ? ['file'] : []),
  ];
  if (there.length === 3) return 'All three factors';
  if (there.length === 0) return 'No factor';
  const text = there.join(' and ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
