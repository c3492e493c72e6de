import { Badge, Button, Group, Text } from '@mantine/core';
import type { Acknowledgement, Incident } from '../../../contract/shapes/incident.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { useServerNow } from '../../console/connection.ts';
import { useJudgedPlatforms } from '../../console/mesh-status.ts';
import { useKnownPlatforms } from '../../console/platforms.ts';
import { useReadData } from '../../console/reads.ts';
import { accountName } from '../../device/markers.ts';
import { incidentName } from '../../domain/affected.ts';
import { durationText } from '../../domain/format.ts';
import { incidentTitle } from '../../domain/incident-text.ts';
import { momentAgoText } from '../../domain/moment.ts';
import {
  isInMaintenance,
  openIncidents,
  openWindows,
  urgencyRank,
} from '../../domain/open-incidents.ts';
import { problemsFirst } from '../../domain/verdict.ts';
import { platformNames } from '../../domain/windows.ts';
import type { Age } from '../../shared/model.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { IncidentBadges, IncidentMark } from '../../ui/incident-marks.tsx';
import type { DataRead } from '../../ui/read-state.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { AcknowledgeButton } from '../incidents/acknowledge-button.tsx';
import { useAcknowledgeMany } from '../incidents/use-acknowledge-many.ts';
import { IncidentLink } from '../maintenance/drill-list.tsx';
import styles from './handover.module.css';
import { Nothing, Part, Row } from './part.tsx';

const TIMES_EVERY_MS = 1000;

/** The open incidents: what is down, since when, and who is on it. */
export function Problems({ incidents }: { incidents: DataRead<readonly Incident[]> }) {
  const now = useServerNow(TIMES_EVERY_MS);
  const windows = openWindows(useReadData('maintenance'), now);
  const open = openIncidents(incidents.data, now)
    .filter(({ drillUntil }) => drillUntil === null)
    .sort((a, b) => urgencyRank(a, windows) - urgencyRank(b, windows));
  const trouble = open.filter((incident) => !isInMaintenance(incident, windows));
  return (
    <Part title="Open problems" read={incidents} actions={<TakeOverAll incidents={trouble} />}>
      {() => {
        if (open.length === 0) return <Nothing text="Nothing open" />;
        return (
          <ul>
            {open.map((incident) => (
              <Row key={incident.id} align="start">
                <ProblemText
                  incident={incident}
                  status={trouble.includes(incident) ? incident.status : 'maintenance'}
                  age={incidents.age}
                />
                <OnIt incident={incident} isCalm={!trouble.includes(incident)} />
              </Row>
            ))}
          </ul>
        );
      }}
    </Part>
  );
}

/** Whoever comes on shift is on all of it with one press, also instead of those who go. */
function TakeOverAll({ incidents }: { incidents: readonly Incident[] }) {
  const { acknowledgeMany, pending } = useAcknowledgeMany();
  const platforms = useKnownPlatforms();
  const others = incidents.filter(({ acknowledgement }) => acknowledgement?.by !== accountName());
  if (others.length === 0) return null;
  const taken = others.map((one) => ({
    incident: String(one.id),
    title: incidentTitle(one, platformNames([one.platform], platforms), one.startedAt),
  }));
  return (
    <Allowed call="acknowledgeIncident">
      <Button
        size="xs"
        variant="filled"
        loading={pending}
        onClick={() => void acknowledgeMany(taken, '')}
      >
        Take over {others.length === 1 ? 'what is open' : `all ${others.length}`}
      </Button>
    </Allowed>
  );
}

interface ProblemTextProps {
  incident: Incident;
  /** What it counts as. */
  status: string;
  age: Age;
}

function ProblemText({ incident, status, age }: ProblemTextProps) {
  const now = useServerNow(TIMES_EVERY_MS);
  const platforms = useKnownPlatforms();
  const { id, platform, startedAt, cause, openedBy } = incident;
  return (
    <div>
      <Group gap="xs">
        <IncidentLink id={id}>
          {incidentName(incident, platformNames([platform], platforms))}
        </IncidentLink>
        <IncidentMark incident={incident} status={status} age={age} word />
        <IncidentBadges incident={incident} />
      </Group>
      <Text size="sm" c="dimmed">
        Since {momentAgoText(startedAt, now)} ({durationText(now - startedAt)})
        {cause && openedBy === undefined ? ` · ${cause}` : ''}
      </Text>
    </div>
  );
}

/** Who is on it, and what can be done about that. */
function OnIt({ incident, isCalm }: { incident: Incident; isCalm: boolean }) {
  const platforms = useKnownPlatforms();
  const name = platformNames([incident.platform], platforms);
  return (
    <Group gap="xs">
      {incident.acknowledgement ? <Who {...incident.acknowledgement} /> : null}
      {incident.acknowledgement || isCalm ? null : <Badge color="yellow">Nobody is on it</Badge>}
      <Group gap={4} className={styles.actions ?? ''}>
        <AcknowledgeButton
          incident={incident}
          title={incidentTitle(incident, name, incident.startedAt)}
        />
      </Group>
    </Group>
  );
}

function Who({ by, at, note }: Acknowledgement) {
  const now = useServerNow(TIMES_EVERY_MS);
  return (
    <Text size="sm" maw="24rem" className={styles.text ?? ''}>
      <b>{by}</b> is on it since {momentAgoText(at, now)}
      {note ? `: ${note}` : ''}
    </Text>
  );
}

function allConnectedText(count: number, age: Age): string {
  if (count === 0) return 'No platforms yet';
  return age === 'unknown' ? 'All were connected' : `All ${count} are connected`;
}

/** The platforms that do not answer in time now. */
export function NotConnected({ connections }: { connections: DataRead<readonly Connection[]> }) {
  const now = useServerNow(TIMES_EVERY_MS);
  const judged = useJudgedPlatforms();
  const { age } = connections;
  return (
    <Part title="Platforms not connected" read={connections}>
      {(list) => {
        const troubled = problemsFirst(judged ?? list).filter(
          ({ status }) => status !== 'connected',
        );
        if (troubled.length === 0) return <Nothing text={allConnectedText(list.length, age)} />;
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
