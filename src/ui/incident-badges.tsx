import { Badge } from '@mantine/core';
import type { Incident } from '../../contract/shapes/incident.ts';

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
