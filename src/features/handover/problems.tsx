import { Badge, Group, Text } from '@mantine/core';
import type { Acknowledgement, Incident } from '../../../contract/shapes/incident.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { useServerNow } from '../../console/connection.ts';
import { useKnownPlatforms } from '../../console/platforms.ts';
import { durationText } from '../../domain/format.ts';
import { momentAgoText } from '../../domain/moment.ts';
import { platformNames } from '../../domain/windows.ts';
import type { Age } from '../../shared/model.ts';
import { IncidentBadges } from '../../ui/incident-marks.tsx';
import type { DataRead } from '../../ui/read-state.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { IncidentLink } from '../maintenance/drill-list.tsx';
import styles from './handover.module.css';
import { Nothing, Part, Row } from './part.tsx';

const TIMES_EVERY_MS = 1000;

/** The open incidents: what is down, since when, and who is on it. */
export function Problems({ incidents }: { incidents: DataRead<readonly Incident[]> }) {
  return (
    <Part title="Open problems" read={incidents}>
      {(list) => {
        const open = openProblems(list);
        if (open.length === 0) return <Nothing text="Nothing open" />;
        return (
          <ul>
            {open.map((incident) => (
              <Row key={incident.id} align="start">
                <ProblemText incident={incident} age={incidents.age} />
                <OnIt acknowledgement={incident.acknowledgement} />
              </Row>
            ))}
          </ul>
        );
      }}
    </Part>
  );
}

function ProblemText({ incident, age }: { incident: Incident; age: Age }) {
  const now = useServerNow(TIMES_EVERY_MS);
  const platforms = useKnownPlatforms();
  const { id, platform, status, startedAt, cause } = incident;
  return (
    <div>
      <Group gap="xs">
        <IncidentLink id={id}>{platformNames([platform], platforms)}</IncidentLink>
        <StatusMark status={status} age={age} word />
        <IncidentBadges incident={incident} />
      </Group>
      <Text size="sm" c="dimmed">
        Since {momentAgoText(startedAt, now)} ({durationText(now - startedAt)})
        {cause ? ` · ${cause}` : ''}
      </Text>
    </div>
  );
}

/** @returns those that nobody is on first, then the longest */
function openProblems(incidents: readonly Incident[]): Incident[] {
  return incidents
    .filter(({ endedAt, drillUntil }) => endedAt === null && drillUntil === null)
    .sort(
      (a, b) =>
        Number(a.acknowledgement !== null) - Number(b.acknowledgement !== null) ||
        a.startedAt - b.startedAt,
    );
}

function OnIt({ acknowledgement }: { acknowledgement: Acknowledgement | null }) {
  const now = useServerNow(TIMES_EVERY_MS);
  if (!acknowledgement) return <Badge color="yellow">Nobody is on it</Badge>;
  const { by, at, note } = acknowledgement;
  return (
    <Text size="sm" maw="24rem" className={styles.text ?? ''}>
      <b>{by}</b> is on it since {momentAgoText(at, now)}
      {note ? `: ${note}` : ''}
    </Text>
  );
}

/** The platforms that do not answer in time now. */
export function NotConnected({ connections }: { connections: DataRead<readonly Connection[]> }) {
  const now = useServerNow(TIMES_EVERY_MS);
  const { age } = connections;
  return (
    <Part title="Platforms not connected" read={connections}>
      {(list) => {
        const troubled = list.filter(({ status }) => status !== 'connected');
        if (troubled.length === 0)
          return (
            <Nothing
              text={age === 'unknown' ? 'All were connected' : `All ${list.length} are connected`}
            />
          );
        return (
          <ul>
            {troubled.map(({ id, name, status, since, failure }) => (
              <Row key={id}>
                <Text span inherit fw={600}>
                  {name}
                </Text>
                <Group gap="xs">
                  <StatusMark status={status} age={age} word />
                  <Text span inherit c="dimmed">
                    {since ? `since ${momentAgoText(since, now)}` : ''}
                    {failure ? ` · ${failure}` : ''}
                  </Text>
                </Group>
              </Row>
            ))}
          </ul>
        );
      }}
    </Part>
  );
}
