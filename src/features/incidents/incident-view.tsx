import { Button, EmptyState, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconHistoryOff, IconPrinter } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Incident, IncidentEvent } from '../../../contract/shapes/incident.ts';
import { incidentMs, incidentState } from '../../shared/incident-text.ts';
import { momentText, zoneText } from '../../shared/moment.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { IncidentBadges } from '../../ui/incident-marks.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ReadFailed, ReadNote, type ReadState } from '../../ui/read-state.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import styles from './incident.module.css';
import { IncidentTimeline } from './incident-timeline.tsx';
import type { Neighbours } from './use-neighbours.ts';

/** gone: there is none of this number, or it was a drill that is over. events undefined: never read on this device. */
export type ShownIncident =
  | { readonly loading: true }
  | { readonly failure: ReadState['failure'] }
  | { readonly gone: 'drill' | 'unknown' }
  | { readonly incident: Incident; readonly events: readonly IncidentEvent[] | undefined };

interface IncidentViewProps {
  shown: ShownIncident;
  /** Of what is shown. */
  read: ReadState;
  /** Of the platform. */
  name: string;
  neighbours: Neighbours;
  /** Buttons to acknowledge it and to give that back. */
  acknowledge?: ReactNode;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** One incident as a page, which is its printed report too. */
export function IncidentView(props: IncidentViewProps) {
  const { shown, neighbours } = props;
  return (
    <Stack gap="md" className={styles.report ?? ''}>
      <Group component="nav" aria-label="Incidents" gap="xs">
        <Button size="xs" renderRoot={(button) => <Link to="/incidents" {...button} />}>
          All incidents
        </Button>
        <NeighbourLink id={neighbours.older}>Previous incident</NeighbourLink>
        <NeighbourLink id={neighbours.newer}>Next incident</NeighbourLink>
      </Group>
      {'incident' in shown ? <KnownIncident {...props} {...shown} /> : <NoIncident shown={shown} />}
    </Stack>
  );
}

function NeighbourLink({ id, children }: { id: number | undefined; children: ReactNode }) {
  if (id === undefined) return null;
  return (
    <Button
      size="xs"
      renderRoot={(button) => (
        <Link to="/incidents/$id" params={{ id: String(id) }} replace {...button} />
      )}
    >
      {children}
    </Button>
  );
}

function NoIncident({ shown }: { shown: Exclude<ShownIncident, { incident: Incident }> }) {
  if ('loading' in shown) return <Skeleton height="20rem" aria-busy="true" />;
  if ('failure' in shown)
    return <ReadFailed text="The incident could not be read" failure={shown.failure} />;
  const isDrill = shown.gone === 'drill';
  return (
    <EmptyState
      role="status"
      icon={<IconHistoryOff />}
      title={isDrill ? 'This drill is over; nothing of it is kept' : 'There is no such incident'}
      description={isDrill ? undefined : 'A drill is deleted when it is over.'}
    />
  );
}

interface KnownIncidentProps extends IncidentViewProps {
  incident: Incident;
  events: readonly IncidentEvent[] | undefined;
}

function KnownIncident(props: KnownIncidentProps) {
  const { incident, events, read, now } = props;
  return (
    <>
      <ReportHead {...props} />
      <Panel
        title={
          <Group gap="xs" component="span">
            What happened <IncidentBadges incident={incident} />
          </Group>
        }
        actions={<Actions {...props} />}
      >
        <ReadNote read={read} now={now} />
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
      </Panel>
    </>
  );
}

function Actions({ incident, name, acknowledge, now }: KnownIncidentProps) {
  const { platform, startedAt, endedAt } = incident;
  return (
    <>
      {acknowledge}
      <Button size="xs" renderRoot={(button) => <PlatformLink id={platform} {...button} />}>
        About {name}
      </Button>
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
  platform,
  time: 'custom' as const,
  from: from - AROUND_MS,
  to: to + AROUND_MS,
});

function IncidentFacts({ incident, name, now }: KnownIncidentProps) {
  const { status, startedAt, endedAt, cause, acknowledgement, planned, drillUntil } = incident;
  const isOpen = endedAt === null;
  return (
    <DescriptionList
      labelWidth="8rem"
      items={{
        Incident: `No. ${incident.id}`,
        Platform: name,
        Severity: <StatusMark status={status} age={isOpen ? 'fresh' : 'stale'} word />,
        Started: momentText(startedAt, true),
        Ended: isOpen ? 'not yet' : momentText(endedAt, true),
        Duration: `${exactDurationText(incidentMs(incident, now))}${isOpen ? ' so far' : ''}`,
        Cause: cause ?? (incidentState(incident) === 'slow' ? 'answered late' : 'not known'),
        [isOpen ? 'Who is on it' : 'Who was on it']: acknowledgement
          ? `${acknowledgement.by}, since ${momentText(acknowledgement.at, true)}`
          : 'nobody',
        Note: acknowledgement?.note || null,
        Maintenance: planned ? 'All of it lies in maintenance windows.' : null,
        Drill:
          drillUntil === null
            ? null
            : `The platform only pretends to be down, until ${momentText(drillUntil, true)}.`,
      }}
    />
  );
}

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
function ReportHead({ incident: { id }, read, now }: KnownIncidentProps) {
  return (
    <p className={styles.printed}>
      Report of incident {id} by the node {location.host}. Times in {zoneText(now)}. Data as of{' '}
      {momentText(read.at, true)}
      {read.age === 'fresh' ? '.' : ', last known.'}
    </p>
  );
}
