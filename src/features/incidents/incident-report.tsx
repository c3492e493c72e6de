import { Anchor, Badge, Button, Group, Text } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck, IconPrinter } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Incident, IncidentEvent } from '../../../contract/shapes/incident.ts';
import type { IncidentTestimony } from '../../../contract/shapes/witness.ts';
import { useReadData } from '../../console/reads.ts';
import { whoIsOnIt } from '../../domain/incident-line.ts';
import { incidentMs, incidentState, incidentTitle, runbookOf } from '../../domain/incident-text.ts';
import { momentText, zoneText } from '../../domain/moment.ts';
import { platformNames } from '../../domain/platform-name.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { IncidentBadges } from '../../ui/incident-badges.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ReadNote, type ReadState } from '../../ui/read-state.tsx';
import { StatementList } from '../../ui/statement-list.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { AddComment } from './add-comment.tsx';
import { AfterReport } from './after-report.tsx';
import { EVENT_TEXTS } from './event-texts.ts';
import styles from './incident.module.css';
import { IncidentButton } from './incident-button.tsx';
import { type AskedToTake, ProblemActions } from './problem-actions.tsx';
import { ResolveButton } from './resolve-button.tsx';

interface IncidentReportProps extends AskedToTake {
  incident: Incident;
  /** undefined: never read on this device. */
  events: readonly IncidentEvent[] | undefined;
  /** What other nodes said, when that was found. */
  testimony?: IncidentTestimony | undefined;
  /** Of what is shown. */
  read: ReadState;
  /** Of its platform, or its title. */
  name: string;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** One incident, as it is printed too. */
export function IncidentReport(props: IncidentReportProps) {
  const { incident, events, read, testimony } = props;
  return (
    <>
      <ReportHead {...props} />
      <Panel
        title={
          <Group gap="xs" component="span">
            What happened <StateBadge {...incident} /> <IncidentBadges incident={incident} />
          </Group>
        }
        actions={<Actions {...props} />}
      >
        <ReadNote read={read} />
        <IncidentFacts {...props} />
      </Panel>
      <Panel title="Timeline">
        {events ? (
          <IncidentTimeline events={events} />
        ) : (
          <Text size="sm" c="dimmed">
            {read.loading ? 'Reading…' : 'The timeline was not read on this device yet.'}
          </Text>
        )}
        <AddComment incident={incident} />
      </Panel>
      {testimony ? (
        <Panel
          title="What the nodes said"
          description={`${testimony.text}, ${momentText(testimony.at, true)}`}
        >
          <StatementList statements={testimony.statements} now={props.now} isPast />
        </Panel>
      ) : null}
      {events ? <AfterReport key={incident.id} incident={incident} events={events} /> : null}
    </>
  );
}

/** Whether it goes on, in words and by a shape. */
function StateBadge({ endedAt, openedBy, status, planned, drillUntil }: Incident) {
  if (endedAt !== null)
    return (
      <Badge color="green" leftSection={<IconCircleCheck {...SHAPE} />}>
        {openedBy === undefined ? 'Ended' : 'Resolved'}
      </Badge>
    );
  const isTrouble = status === 'error' && !planned && drillUntil === null;
  return (
    <Badge
      color={isTrouble ? 'red' : 'yellow'}
      variant="filled"
      leftSection={<IconAlertCircle {...SHAPE} />}
    >
      Open
    </Badge>
  );
}

const SHAPE = { size: '0.875rem', 'aria-hidden': true } as const;

/** What happened, oldest first, in the times of the reader. */
function IncidentTimeline({ events }: { events: readonly IncidentEvent[] }) {
  return (
    <ol className={styles.timeline}>
      {events.map(({ at, kind, text }, index) => (
        <li key={`${at} ${kind} ${String(index)}`} className={styles.event} data-kind={kind}>
          <time dateTime={new Date(at).toISOString()}>{momentText(at, true)}</time>
          <span className={styles.said}>
            {EVENT_TEXTS[kind] ? <b>{EVENT_TEXTS[kind]} · </b> : null}
            {text}
          </span>
        </li>
      ))}
    </ol>
  );
}

function Actions(props: IncidentReportProps) {
  const { incident, name, now } = props;
  const { platform, startedAt, endedAt } = incident;
  return (
    <>
      <ProblemActions {...props} title={incidentTitle(incident, name, now)} isOwnScreen />
      {incident.openedBy && endedAt === null ? <ResolveButton incident={incident} /> : null}
      {/* By its key a dialog about an open one is gone once it is over. */}
      {incident.openedBy ? <IncidentButton key={endedAt} incident={incident} /> : null}
      {incident.openedBy === undefined && incident.scope !== 'node' ? (
        <Button size="xs" renderRoot={(button) => <PlatformLink id={platform} {...button} />}>
          About {name}
        </Button>
      ) : null}
      <Button
        size="xs"
        renderRoot={(button) => (
          <Link to="/logs" search={logsAround(platform, startedAt, endedAt ?? now)} {...button} />
        )}
      >
        Logs of this time
      </Button>
      <Button
        size="xs"
        leftSection={<IconPrinter size="0.875rem" aria-hidden="true" />}
        onClick={() => print()}
      >
        Print report
      </Button>
    </>
  );
}

function PlatformLink({ id, ...link }: { id: string }) {
  return <Link to="/mesh-network/$platform" params={{ platform: id }} {...link} />;
}

const AROUND_MS = 60_000;

/** A minute more at both ends shows what led to it, and that it was over. */
const logsAround = (platform: string, from: number, to: number) => ({
  ...(platform && { platform }),
  time: 'custom' as const,
  from: from - AROUND_MS,
  to: to + AROUND_MS,
});

function IncidentFacts({ incident, name, now }: IncidentReportProps) {
  const { startedAt, endedAt, acknowledgement, planned, drillUntil } = incident;
  const isOpen = endedAt === null;
  const platforms = useReadData('connections') ?? [];
  const runbook = runbookOf(platforms, incident.platform);
  return (
    <DescriptionList
      labelWidth="8rem"
      items={{
        Incident: `No. ${incident.id}`,
        ...(incident.openedBy === undefined
          ? probedFacts(incident, name)
          : {
              Title: name,
              'Opened by': incident.openedBy,
              Affects: platformNames(incident.platforms ?? [], platforms) || 'no platform',
            }),
        Started: momentText(startedAt, true),
        Ended: isOpen ? 'not yet' : momentText(endedAt, true),
        Duration: `${exactDurationText(incidentMs(incident, now))}${isOpen ? ' so far' : ''}`,
        [isOpen ? 'Who is on it' : 'Who was on it']: acknowledgement
          ? `${acknowledgement.by}, since ${momentText(acknowledgement.at, true)}`
          : whoIsOnIt(incident, now),
        Note: acknowledgement?.note || null,
        Runbook: runbook ? (
          <Anchor inherit href={runbook} target="_blank" rel="noreferrer">
            {runbook}
          </Anchor>
        ) : null,
        Maintenance: planned ? 'All of it lies in maintenance windows.' : null,
        Drill:
          drillUntil === null
            ? null
            : `The platform only pretends to be down, until ${momentText(drillUntil, true)}.`,
      }}
    />
  );
}

const SCOPE_TEXTS: Readonly<Record<string, string>> = {
  line: 'the line to this node: others reach the platform',
  platform: 'the platform: others do not reach it either',
  node: 'this node: it does not reach most of the mesh',
};

const scopeText = ({ scope }: Incident) => SCOPE_TEXTS[scope ?? ''];

const probedFacts = (incident: Incident, name: string) => ({
  Platform: name,
  Severity: (
    <StatusMark
      status={incident.planned ? 'maintenance' : incident.status}
      age={incident.endedAt === null ? 'fresh' : 'stale'}
      word
    />
  ),
  'Of what': scopeText(incident),
  Cause: incident.cause ?? (incidentState(incident) === 'slow' ? 'slow answers' : 'not known'),
});

const PARTS = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const;

/** @returns how long something took, to the second: '1 h 0 min 12 s' */
function exactDurationText(ms: number): string {
  let rest = Math.max(0, Math.round(ms / 1000));
  const parts = PARTS.map(([unit, seconds]) => {
    const count = Math.floor(rest / seconds);
    rest %= seconds;
    return { unit, count };
  });
  const first = parts.findIndex(({ count }) => count > 0);
  return parts
    .slice(first)
    .map(({ unit, count }) => `${count} ${unit}`)
    .join(' ');
}

/** Of paper alone: times there have no reader's zone, and no age that goes on. */
function ReportHead({ incident: { id }, read, now }: IncidentReportProps) {
  return (
    <p className={styles.printed}>
      Report of incident {id} by the node {location.host}. Times in {zoneText(now)}. Data as of{' '}
      {momentText(read.at, true)}
      {read.age === 'fresh' ? '.' : ', last known.'}
    </p>
  );
}
