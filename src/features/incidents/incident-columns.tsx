import { Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Incident } from '../../../contract/shapes/incident.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { useTimeText } from '../../console/connection.ts';
import { incidentName } from '../../domain/affected.ts';
import { ageText, durationText } from '../../domain/format.ts';
import { incidentMs } from '../../domain/incident-text.ts';
import { clockText, momentText } from '../../domain/moment.ts';
import { platformNames } from '../../domain/platform-name.ts';
import type { TableColumn } from '../../ui/card-table.tsx';
import { IncidentBadges } from '../../ui/incident-badges.tsx';
import { IncidentMark } from '../../ui/incident-mark.tsx';
import styles from './incidents.module.css';

type Platforms = readonly Connection[];

const NO_WRAP = { whiteSpace: 'nowrap' } as const;

/** The columns of incidents that have ended, or are in maintenance: none is a problem, so none has a colour. */
export const incidentColumns = (known: Platforms): readonly TableColumn<Incident>[] => [
  {
    name: 'Platform',
    className: styles.title,
    isHeader: true,
    cell: (incident) => (
      <Group gap="xs" wrap="nowrap">
        <IncidentMark
          incident={incident}
          status={incident.planned || incident.endedAt === null ? 'maintenance' : incident.status}
          age="stale"
        />
        <Link
          to="/incidents/$id"
          params={{ id: String(incident.id) }}
          className={styles.link ?? ''}
        >
          {incidentName(incident, known)}
        </Link>
        {incident.openedBy === undefined ? <IncidentBadges incident={incident} /> : null}
      </Group>
    ),
  },
  { name: 'Cause', className: styles.cause, cell: (incident) => causeOf(incident, known) },
  { name: 'Started', className: styles.started, cell: startedCell },
  {
    name: 'Duration',
    className: styles.duration,
    cell: (incident) => (
      <Ticking
        text={(now) =>
          `${durationText(incidentMs(incident, now))}${incident.endedAt === null ? ' so far' : ''}`
        }
      />
    ),
  },
  {
    name: 'Who is on it',
    className: styles.who,
    cell: ({ acknowledgement: taken }) => (taken ? <Owner taken={taken} /> : '—'),
  },
];

/** @returns why the probes failed; of what a person opened by whom, and the platforms that it affects */
function causeOf({ openedBy, cause, platforms = [] }: Incident, known: Platforms) {
  if (openedBy === undefined) return cause ?? 'slow answers';
  return [`Opened by ${openedBy}`, platformNames(platforms, known)].filter(Boolean).join(' · ');
}

const startedCell = ({ startedAt }: Incident) => (
  <>
    <time dateTime={new Date(startedAt).toISOString()} title={momentText(startedAt, true)}>
      <Ticking text={(now) => clockText(startedAt, now)} />
    </time>{' '}
    <Text span size="xs" c="dimmed" style={NO_WRAP}>
      <Ticking text={(now) => ageText(startedAt, now)} />
    </Text>
  </>
);

/** A text of the time, which alone is rendered when it is another. */
const Ticking = ({ text }: { text: (now: number) => string }) => useTimeText(text);

function Owner({ taken }: { taken: NonNullable<Incident['acknowledgement']> }) {
  const { by, note, at } = taken;
  return (
    <>
      {by}{' '}
      <Text span size="xs" c="dimmed">
        <Ticking text={(now) => ageText(at, now)} />
      </Text>
      {note ? (
        <Text size="xs" c="dimmed" lineClamp={2} title={note}>
          {note}
        </Text>
      ) : null}
    </>
  );
}
