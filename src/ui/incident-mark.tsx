import { IconUserExclamation } from '@tabler/icons-react';
import type { Incident } from '../../contract/shapes/incident.ts';
import { StatusMark, type StatusMarkProps } from './status-mark.tsx';

interface IncidentMarkProps extends StatusMarkProps {
  incident: Incident;
}

/** Its status; of what a person opened nothing was measured, and the mark is another. */
export function IncidentMark({ incident, ...mark }: IncidentMarkProps) {
  if (incident.openedBy === undefined) return <StatusMark {...mark} />;
  const color = incident.endedAt === null ? 'red' : 'gray';
  return (
    <IconUserExclamation
      size="1rem"
      color={`var(--mantine-color-${color}-text)`}
      aria-hidden
      style={{ flex: 'none' }}
    />
  );
}
