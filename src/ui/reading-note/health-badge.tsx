import { Badge } from '../badge/badge.tsx';
import { type ReadingState, troubleOf } from './reading-state.ts';

interface HealthBadgeProps {
  /** Undefined while it is not known. */
  ok: boolean | undefined;
  reading: ReadingState;
  good: string;
  bad: string;
}

/** How a part is by its own word. Without fresh proof the word stands, as the last that is known, and no colour. */
export function HealthBadge({ ok, reading, good, bad }: HealthBadgeProps) {
  if (ok === undefined || reading.age === 'unknown') return <Badge>UNKNOWN</Badge>;
  const tone = ok ? 'good' : 'bad';
  return <Badge tone={troubleOf(reading) ? 'neutral' : tone}>{ok ? good : bad}</Badge>;
}
