import { Anchor, Group, List, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Incident } from '../../../contract/shapes/incident.ts';
import { useServerNow } from '../../console/connection.ts';
import { durationText } from '../../domain/format.ts';
import { momentAgoText, timeText } from '../../domain/moment.ts';
import { IncidentBadges } from '../../ui/incident-badges.tsx';
import { IncidentMark } from '../../ui/incident-mark.tsx';
import { type Span, spanText } from './ranges.ts';

interface IncidentListProps {
  /** Newest first. */
  incidents: readonly Incident[];
  /** Said when there are none. */
  none?: string;
}

/** Incidents of one platform, a line each, leading to all about them. */
export function IncidentList({ incidents, none }: IncidentListProps) {
  const now = useServerNow();
  if (incidents.length === 0) {
    return none ? (
      <Text size="sm" c="dimmed">
        {none}
      </Text>
    ) : null;
  }
  return (
    <List listStyleType="none" size="sm" spacing="xs">
      {incidents.map((incident) => (
        <List.Item
          key={incident.id}
          icon={<IncidentMark incident={incident} status={incident.status} />}
          lh="sm"
        >
          <Anchor {...incidentLink(incident.id)} inherit underline="always">
            {titleOf(incident)}
          </Anchor>
          <Text span inherit c="dimmed">
            {' · '}
            {whenText(incident, now)}
          </Text>
          <Group component="span" display="inline-flex" gap={4} ml="xs">
            <IncidentBadges incident={incident} />
          </Group>
          {incident.acknowledgement ? (
            <Text size="xs" c="dimmed">
              {incident.acknowledgement.by} {incident.endedAt === null ? 'is' : 'was'} on it
              {incident.acknowledgement.note ? `: ${incident.acknowledgement.note}` : null}
            </Text>
          ) : null}
        </List.Item>
      ))}
    </List>
  );
}

const titleOf = ({ status, cause, openedBy }: Incident) =>
  openedBy !== undefined ? cause : status === 'error' ? `Down${cause ? `: ${cause}` : ''}` : 'Slow';

function whenText(incident: Incident, now: number): string {
  const span = spanOf(incident, now);
  const length = durationText(span.to - span.from);
  if (incident.endedAt === null) return `since ${momentAgoText(span.from, now)} (${length})`;
  return `${spanText(span, now)} (${length})`;
}

/** @returns the time of an incident; an open one lasts until now */
export const spanOf = ({ startedAt, endedAt }: Incident, now: number): Span => ({
  from: startedAt,
  to: endedAt ?? now,
});

/** @returns until when a drill pretends that a platform is down; undefined: there is none */
export const drillEnd = (incidents: readonly Incident[], platform: string) =>
  incidents.find(
    (one) => one.platform === platform && one.drillUntil !== null && one.endedAt === null,
  )?.drillUntil ?? undefined;

/** @returns such as 'until 14:30' */
export const untilText = (at: number) => `until ${timeText(at)}`;

/** @param span leave it out for all times */
export const incidentsLink = (platform: string, span?: Span) => {
  const search = { platform, ...(span && { time: 'custom', ...span }) };
  return { component: Link, to: '/incidents', search } as object;
};

const incidentLink = (id: number) =>
  ({ component: Link, to: '/incidents/$id', params: { id: String(id) } }) as object;
