import { Badge } from '@mantine/core';
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

/** What an incident is besides trouble: a drill, planned, or opened by a person. Nothing for the others. */
export function IncidentBadges({ incident }: { incident: Incident }) {
  return (
    <>
      {incident.drillUntil === null ? null : (
        <Badge color="yellow" variant="outline" title="The platform only pretends to be down.">
          DRILL
        </Badge>
      )}
      {incident.openedBy === undefined ? null : (
        <Badge color="gray" variant="outline" tt="none" title="A person opened it, no probe.">
          Opened by {incident.openedBy}
        </Badge>
      )}
      {incident.planned ? (
        <Badge color="blue" title="All of it lies in maintenance windows.">
          Maintenance
        </Badge>
      ) : null}
    </>
  );
}
