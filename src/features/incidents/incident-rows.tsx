import { Box, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { Incident } from '../../../contract/shapes/incident.ts';
import { incidentName } from '../../domain/affected.ts';
import { ageText, durationText } from '../../domain/format.ts';
import { incidentMs } from '../../domain/incident-text.ts';
import { clockText, momentText } from '../../domain/moment.ts';
import { isInMaintenance, type Windows } from '../../domain/open-incidents.ts';
import type { Age } from '../../shared/model.ts';
import table from '../../ui/card-table.module.css';
import { CardTable } from '../../ui/card-table.tsx';
import { IncidentBadges, IncidentMark } from '../../ui/incident-marks.tsx';
import { SelectAll, SelectRow } from '../../ui/select-rows.tsx';
import type { Selection } from '../../ui/use-selection.ts';
import styles from './incidents.module.css';

const COLUMNS = [
  { name: 'Platform', className: styles.title },
  { name: 'Cause', className: styles.cause },
  { name: 'Started', className: styles.started },
  { name: 'Duration', className: styles.duration },
  { name: 'Who is on it', className: styles.who },
];

const NO_WRAP = { whiteSpace: 'nowrap' } as const;

interface IncidentRowsProps {
  incidents: readonly Incident[];
  /** Names of platforms by their ids. */
  names: ReadonlyMap<string, string>;
  /** The maintenance that goes on. */
  windows: Windows;
  selection: Selection;
  /** How far what is open can be trusted. */
  age: Age;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** Incidents: a table where there is room, cards on a phone. */
export function IncidentRows(props: IncidentRowsProps) {
  const { incidents, names, windows, selection, age, now } = props;
  return (
    <Box mt="xs">
      <CardTable
        columns={COLUMNS}
        className={styles.head}
        check={
          <td className={styles.check}>
            <SelectAll label="incidents" selection={selection} />
          </td>
        }
      >
        {incidents.map((incident) => (
          <IncidentRow
            key={incident.id}
            incident={incident}
            name={incidentName(incident, names.get(incident.platform))}
            cause={causeOf(incident, names)}
            status={isInMaintenance(incident, windows) ? 'maintenance' : incident.status}
            selection={selection}
            age={incident.endedAt === null ? age : 'stale'}
            {...timesOf(incident, now)}
          />
        ))}
      </CardTable>
    </Box>
  );
}

/** Texts, so that a row is rendered again only when one of them is another. */
interface RowTimes {
  readonly started: string;
  readonly startedAgo: string;
  readonly duration: string;
  readonly takenAgo: string | undefined;
}

function timesOf(incident: Incident, now: number): RowTimes {
  const { startedAt, acknowledgement } = incident;
  return {
    started: clockText(startedAt, now),
    startedAgo: ageText(startedAt, now),
    duration: durationText(incidentMs(incident, now)),
    takenAgo: acknowledgement ? ageText(acknowledgement.at, now) : undefined,
  };
}

interface IncidentRowProps extends RowTimes {
  incident: Incident;
  /** Of its platform, or its title. */
  name: string;
  cause: string;
  /** What it counts as. */
  status: string;
  selection: Selection;
  age: Age;
}

/** @returns why the probes failed; of what a person opened by whom, and the platforms that it affects */
function causeOf({ openedBy, cause, platforms = [] }: Incident, names: IncidentRowsProps['names']) {
  if (openedBy === undefined) return cause ?? 'answers late';
  const affected = platforms.map((id) => names.get(id) ?? id).join(', ');
  return [`Opened by ${openedBy}`, affected].filter(Boolean).join(' · ');
}

const IncidentRow = memo(function IncidentRow(props: IncidentRowProps) {
  const { incident, name, cause, status, selection, age, started, startedAgo, duration } = props;
  const { id, startedAt, endedAt, drillUntil } = incident;
  const isOpen = endedAt === null;
  const isPlanned = status === 'maintenance';
  return (
    <tr
      className={`${table.row} ${styles.row}`}
      data-row={id}
      data-selected={selection.ids.has(String(id)) || undefined}
      data-open={isOpen || undefined}
    >
      <td className={styles.check}>
        <SelectRow id={String(id)} label={`${name}, ${started}`} selection={selection} />
      </td>
      <th scope="row" className={styles.title}>
        <Group gap="xs" wrap="nowrap">
          <IncidentMark incident={incident} status={status} age={age} />
          <Link to="/incidents/$id" params={{ id: String(id) }} className={styles.link ?? ''}>
            {name}
          </Link>
          {incident.openedBy === undefined ? <IncidentBadges incident={incident} /> : null}
        </Group>
      </th>
      <td className={styles.cause}>{cause}</td>
      <td className={styles.started}>
        <time dateTime={new Date(startedAt).toISOString()} title={momentText(startedAt, true)}>
          {started}
        </time>{' '}
        <Text span size="xs" c="dimmed" style={NO_WRAP}>
          {startedAgo}
        </Text>
      </td>
      <td className={styles.duration}>
        {duration}
        {isOpen ? (
          <Text
            span
            size="xs"
            c={
              incident.acknowledgement || isPlanned
                ? 'dimmed'
                : urgencyColor(status, drillUntil, age)
            }
          >
            {' so far'}
          </Text>
        ) : null}
      </td>
      <td className={styles.who}>
        <WhoIsOnIt {...props} />
      </td>
    </tr>
  );
});

/** Red is only what is really down, now. */
function urgencyColor(status: string, drillUntil: Incident['drillUntil'], age: Age): string {
  if (age !== 'fresh') return 'dimmed';
  return status === 'error' && drillUntil === null ? 'red' : 'yellow';
}

function WhoIsOnIt({ incident, status, age, takenAgo }: IncidentRowProps) {
  const { acknowledgement, endedAt, drillUntil } = incident;
  if (!acknowledgement)
    return endedAt === null && status !== 'maintenance' ? (
      <Text span size="sm" fw={500} c={urgencyColor(status, drillUntil, age)}>
        Nobody is on it
      </Text>
    ) : (
      '—'
    );
  const { by, note } = acknowledgement;
  return (
    <>
      {by}{' '}
      <Text span size="xs" c="dimmed">
        {takenAgo}
      </Text>
      {note ? (
        <Text size="xs" c="dimmed" lineClamp={2} title={note}>
          {note}
        </Text>
      ) : null}
    </>
  );
}
