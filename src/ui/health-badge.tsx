import { Badge } from '@mantine/core';
import { type DataRead, readTrouble } from './read-state.tsx';

interface HealthBadgeProps {
  read: DataRead<{ readonly ok: boolean }>;
  /** The word for each outcome. */
  good: string;
  bad: string;
}

/** The state that a part reports of itself. Without fresh proof the word stays and its colour goes. */
export function HealthBadge({ read, good, bad }: HealthBadgeProps) {
  if (!read.data || read.age === 'unknown') return <Badge color="gray">UNKNOWN</Badge>;
  const { ok } = read.data;
  const color = ok ? 'green' : 'red';
  return <Badge color={readTrouble(read) ? 'gray' : color}>{ok ? good : bad}</Badge>;
}
