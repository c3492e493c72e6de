import { Badge, Group, Text } from '@mantine/core';
import type { Acknowledgement, Incident } from '../../../contract/shapes/incident.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import type { Age } from '../../shared/model.ts';
import { momentAgoText } from '../../shared/moment.ts';
import { lengthText } from '../../shared/zoned-time.ts';
import { IncidentBadges } from '../../ui/incident-marks.tsx';
import type { DataRead } from '../../ui/read-state.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { IncidentLink } from '../maintenance/drill-list.tsx';
import { platformNames } from '../maintenance/windows.ts';
import styles from './handover.module.css';
import { Nothing, Part, Row } from './part.tsx';

interface ProblemsProps {
  incidents: DataRead<readonly Incident[]>;
  platforms: readonly Connection[];
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** The open incidents: what is down, since when, and who is on it. */
export function Problems({ incidents, platforms, now }: ProblemsProps) {
  return (
    <Part title="Open problems" read={incidents}>
      {(list) => {
        const open = openProblems(list);
        if (open.length === 0) return <Nothing text="Nothing open" />;
        return (
          <ul>
            {open.map((incident) => (
              <Row key={incident.id} align="start">
                <ProblemText {...{ incident, platforms, now }} age={incidents.age} />
                <OnIt acknowledgement={incident.acknowledgement} now={now} />
              </Row>
            ))}
          </ul>
        );
      }}
    </Part>
  );
}

interface ProblemTextProps extends Pick<ProblemsProps, 'platforms' | 'now'> {
  incident: Incident;
  age: Age;
}

function ProblemText({ incident, age, platforms, now }: ProblemTextProps) {
  const { id, platform, status, startedAt, cause } = incident;
  return (
    <div>
      <Group gap="xs">
        <IncidentLink id={id}>{platformNames([platform], platforms)}</IncidentLink>
        <StatusMark status={status} age={age} word />
        <IncidentBadges incident={incident} />
      </Group>
      <Text size="sm" c="dimmed">
        Since {momentAgoText(startedAt, now)} ({lengthText(now - startedAt)})
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

interface OnItProps {
  acknowledgement: Acknowledgement | null;
  now: number;
}

function OnIt({ acknowledgement, now }: OnItProps) {
  if (!acknowledgement) return <Badge color="yellow">Nobody is on it</Badge>;
  const { by, at, note } = acknowledgement;
  return (
    <Text size="sm" maw="24rem" className={styles.text ?? ''}>
      <b>{by}</b> is on it since {momentAgoText(at, now)}
      {note ? `: ${note}` : ''}
    </Text>
  );
}

interface NotConnectedProps {
  connections: DataRead<readonly Connection[]>;
  now: number;
}

/** The platforms that do not answer in time now. */
export function NotConnected({ connections, now }: NotConnectedProps) {
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
